import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { guidePage, guides } from '../src/pages/docs/pages.ts';
import { root } from '../src/root.ts';

/** Makes the page of a guide from its Markdown. */
export async function renderGuide(guide: (typeof guides)[number]): Promise<string> {
  const text = await readFile(join(root, guide.source), 'utf8');
  return guidePage(guide, await new Marked({ renderer: { heading, link } }).parse(text));
}

/** With an id, so that links lead to it. */
function heading(this: Parser, { tokens, depth, text }: Tokens.Heading): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
  return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
}

/** A link to the other guide leads to its page. Other files of the repository are not served. */
function link(this: Parser, { href, tokens }: Tokens.Link): string {
  const text = this.parser.parseInline(tokens);
  const [file = '', fragment] = href.split('#');
  const guide = guides.find(({ source }) => file !== '' && source.endsWith(file.replace('../', '')));
  const url = guide ? guide.path + (fragment ? `#${fragment}` : '') : href;
  return /^(https?:|#|\/)/.test(url) ? `<a href="${url}">${text}</a>` : text;
}

type Parser = { readonly parser: { parseInline(tokens: Tokens.Generic[]): string } };
