type Cell = string | number | undefined;

/** A Markdown table. Numbers are aligned right and have two decimals below 10; a dash stands for what was not measured. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (rows.some((row) => typeof row[column] === 'number') ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map((row) => line(row.map(format)))].join('\n');
}

function format(cell: Cell): string {
  if (cell === undefined) return '–';
  if (typeof cell === 'string') return cell;
  return cell < 10 ? cell.toFixed(2) : Math.round(cell).toLocaleString('en-US');
}
