/** As in the comments that people write. */
const columns = 100;

/** What begins an item of a list in Markdown, or a tag. No other line may begin with it. */
const marker = /^ *(?:\d+\.|[-*+]|@\w+)(?: +|$)/;
const breakable = / +(?!(?:\d+\.|[-*+]|@\w+)(?: |$))/;

/**
 * Fills the paragraphs of doc comments that have a line of more than 100 columns. The texts are the
 * contract's Markdown: the items of a list keep their indentation. Examples and other code stay as
 * they are, since a line break would belong to them.
 *
 * @param code formatted, so that each comment begins a line and ends one
 */
export function wrapComments(code: string): string {
  return code.replace(/^( *)\/\*\*(?: (.*) \*\/|\n((?: *\*(?: .*)?\n)*?) *\*\/)$/gm, (comment, indent, line, block) => {
    if (comment.split('\n').every((each: string) => each.length <= columns)) return comment;
    const lines =
      line === undefined
        ? block
            .replace(/^ *\* ?/gm, '')
            .trimEnd()
            .split('\n')
        : [line];
    const filled = fillParagraphs(lines, columns - `${indent} * `.length);
    return [`${indent}/**`, ...filled.map((each) => `${indent} * ${each}`.trimEnd()), `${indent} */`].join('\n');
  });
}

function fillParagraphs(lines: readonly string[], width: number): string[] {
  const filled: string[] = [];
  const paragraph: string[] = [];
  const endParagraph = () => filled.push(...fill(paragraph.splice(0), width));
  let [isExample, isFenced] = [false, false];
  for (const line of lines) {
    if (/^@/.test(line)) isExample = line.startsWith('@example');
    const isFence = line.trim().startsWith('```');
    const isText = line !== '' && !isExample && !isFence && !isFenced;
    if (isFence) isFenced = !isFenced;
    if (!isText || marker.test(line)) endParagraph();
    if (isText) paragraph.push(line);
    else filled.push(line);
  }
  endParagraph();
  return filled;
}

/** Fills a paragraph, an item of a list, or a tag with its text. */
function fill(paragraph: readonly string[], width: number): readonly string[] {
  if (paragraph.every((line) => line.length <= width)) return paragraph;
  const [first = ''] = paragraph;
  const [start = ''] = /^ */.exec(first) ?? [];
  const [marked = ''] = marker.exec(first) ?? [];
  // openapi-typescript indents what follows a tag by four.
  const indent = marked === '' ? start : ' '.repeat(marked.startsWith('@') ? 4 : marked.length);
  const words = paragraph
    .map((line) => line.trim())
    .join(' ')
    .split(breakable);
  const lines: string[] = [];
  let line = start + words.shift();
  for (const word of words) {
    if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line];
}
