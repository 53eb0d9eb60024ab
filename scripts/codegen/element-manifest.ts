import ts from 'typescript';

interface Named {
  readonly name: string;
  readonly description: string;
}
interface Typed extends Named {
  readonly type: { readonly text: string };
}
interface Attribute extends Typed {
  /** The property that reflects the attribute. */
  readonly fieldName?: string;
}
interface Property extends Typed {
  readonly kind: 'field';
  readonly attribute?: string;
}
interface Method extends Named {
  readonly kind: 'method';
  readonly return: { readonly type: { readonly text: string } };
}

/** The public face of an element, as the Custom Elements Manifest has it. */
export interface ElementDeclaration extends Named {
  readonly kind: 'class';
  readonly customElement: true;
  readonly tagName: string;
  readonly superclass: { readonly name: 'HTMLElement' };
  readonly attributes: readonly Attribute[];
  readonly members: readonly (Property | Method)[];
  readonly events: readonly Typed[];
  readonly slots: readonly Named[];
  readonly cssParts: readonly Named[];
  readonly cssProperties: readonly (Named & { readonly default: string })[];
}

/**
 * Reads what the class `SubmitVerse` and the interfaces beside it declare, with their docstrings.
 *
 * @param source the TypeScript of `client/src/element/submit-verse.ts`
 */
export function readElement(source: string): ElementDeclaration {
  const { statements } = ts.createSourceFile('submit-verse.ts', source, ts.ScriptTarget.ESNext, true);
  const interfaces = statements.filter(ts.isInterfaceDeclaration);
  const signaturesOf = (name: string) =>
    interfaces.find((each) => each.name.text === name)?.members.filter(ts.isPropertySignature) ?? [];
  const [element] = statements.filter(ts.isClassDeclaration);
  if (element === undefined) throw new Error('client/src/element/submit-verse.ts has no class');

  const attributes = signaturesOf('SubmitVerseAttributes').map(typed);
  const properties = element.members.filter(ts.isGetAccessor).filter(isPublic).map(typed);
  const methods = element.members.filter(ts.isMethodDeclaration).filter(isPublic);
  return {
    kind: 'class',
    ...documented(element),
    customElement: true,
    tagName: 'submit-verse',
    superclass: { name: 'HTMLElement' },
    attributes: attributes.map((attribute) => {
      const property = properties.find(({ name }) => name === camelCase(attribute.name));
      return { ...attribute, ...(property && { fieldName: property.name }) };
    }),
    members: [
      ...properties.map((property): Property => {
        const attribute = attributes.find(({ name }) => camelCase(name) === property.name);
        return { kind: 'field', ...property, ...(attribute && { attribute: attribute.name }) };
      }),
      ...methods.map((method): Method => {
        const { type, ...named } = typed(method);
        return { kind: 'method', ...named, return: { type } };
      }),
    ],
    events: signaturesOf('SubmitVerseEvents').map(typed),
    slots: tagsOf(element, 'slot'),
    cssParts: tagsOf(element, 'csspart'),
    cssProperties: tagsOf(element, 'cssprop').map(({ name, description }) => {
      const [property = '', value = ''] = name.replace(/^\[|\]$/g, '').split('=');
      return { name: property, default: value, description };
    }),
  };
}

/**
 * The manifest of the package. Editors and other tools find it by `customElements` in package.json.
 */
export function renderManifest(element: ElementDeclaration): string {
  const path = 'dist/element/index.js';
  const declaration = { name: element.name, module: path };
  const manifest = {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: [element],
        exports: [
          { kind: 'js', name: element.name, declaration },
          { kind: 'custom-element-definition', name: element.tagName, declaration },
        ],
      },
    ],
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** The property of an attribute: `baseUrl` of `base-url`. */
function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a page uses the member: it is not private, and not a method that the browser calls. */
function isPublic({ name }: ts.GetAccessorDeclaration | ts.MethodDeclaration): boolean {
  return ts.isIdentifier(name) && !name.text.endsWith('Callback');
}

function typed(node: ts.PropertySignature | ts.GetAccessorDeclaration | ts.MethodDeclaration): Typed {
  return { ...documented(node), type: { text: (node.type?.getText() ?? 'void').replace(' | undefined', '') } };
}

function documented(node: ts.NamedDeclaration): Named {
  const [doc] = ts.getJSDocCommentsAndTags(node);
  // Private members are left out before, and no name is computed.
  const { text } = node.name as ts.Identifier | ts.StringLiteral;
  return { name: text, description: textOf(doc?.comment) };
}

/** The tags of the class that have a name and say what it is: `@slot puzzle - A link.` */
function tagsOf(element: ts.ClassDeclaration, tagName: string): Named[] {
  return ts
    .getJSDocTags(element)
    .filter((tag) => tag.tagName.text === tagName)
    .map(({ comment }) => {
      const [name = '', ...description] = textOf(comment).split(' - ');
      return { name, description: description.join(' - ') };
    });
}

/** A comment in one line. */
function textOf(comment: ts.JSDoc['comment']): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ');
}
