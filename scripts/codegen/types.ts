import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { splitTemplate } from './names.ts';

/**
 * The TypeScript types of the contract, by openapi-typescript. A string with `x-messages` becomes
 * the union of its messages: any other message does not compile.
 */
export async function renderTypes(source: string): Promise<string> {
  const ast = await openapiTypescript(source, {
    alphabetize: false,
    immutable: true,
    transform(schema) {
      const messages = (schema as { 'x-messages'?: Record<string, string> })['x-messages'];
      return messages && ts.factory.createUnionTypeNode(Object.values(messages).map(templateLiteralType));
    },
  });
  return astToString(ast);
}

function templateLiteralType(template: string): ts.TypeNode {
  const [head = '', ...rest] = splitTemplate(template);
  if (rest.length === 0) return ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(head));
  const texts = rest.filter((_, index) => index % 2 === 1);
  const spans = texts.map((text, index) =>
    ts.factory.createTemplateLiteralTypeSpan(
      ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      index === texts.length - 1 ? ts.factory.createTemplateTail(text) : ts.factory.createTemplateMiddle(text),
    ),
  );
  return ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead(head), spans);
}
