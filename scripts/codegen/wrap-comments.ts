/** As in the comments that people write. */
const columns = 100;

/** What begins an item of a list in Markdown, or a tag: further lines of it are indented. */
const marker = /^ *(?:\d+\.|[-*+]|@\w+)(?: +|$)/;
/** Where a line may end: the next one may not begin like an item or a tag. */
const breakable = / +(?!(?:\d+\.|[-*+]|@\w+)(?: |$))/;
/** The end of a line whose text goes on in the next one. */
const soft = /(?<=^ *\* .*)\n *\* +(?!(?:\d+\.|[-*+]|@\w+)(?: |$))(?=\S)/gm;

/**
 * Fills the paragraphs of doc comments that have a line of more than 100 columns, except from an
 * example or a block of code on. The texts are the contract's Markdown: the items of a list keep
 * their indentation.
 *
 * @param code formatted, so that each comment begins a line and ends one
 */
export function wrapComments(code: string): string {
  return code
    .replace(/^( *)\/\*\* (.*) \*\/$/gm, (line, indent, text) =>
      line.length <= columns ? line : `${indent}/**\n${indent} * ${text}\n${indent} */`,
    )
    .replace(/^ *\/\*\*\n(?: *\*(?: .*)?\n)*? *\*\/$/gm, (comment) => {
      if (comment.split('\n').every(({ length }) => length <= columns)) return comment;
      const [text = '', ...example] = comment.split(/^(?= *\* (?:@example|```))/m);
      return [text.replace(soft, ' ').replace(/^( *\* )(.*)$/gm, wrapLine), ...example].join('');
    });
}

function wrapLine(_line: string, margin: string, text: string): string {
  const [start = ''] = /^ */.exec(text) ?? [];
  const [marked = start] = marker.exec(text) ?? [];
  // openapi-typescript indents what follows a tag by four.
  const indent = ' '.repeat(marked.startsWith('@') ? 4 : marked.length);
  const [first = '', ...words] = text.trim().split(breakable);
  const lines = [margin + start + first];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= columns) lines[lines.length - 1] = line;
    else lines.push(margin + indent + word);
  }
  return lines.join('\n');
}
