import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/root.ts';

/** Every word of the code that reads generated constants. */
const words = new Set(
  globSync('{contract,desk/src,src}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/generated', '**/node_modules'],
  }).flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\w+/g) ?? []),
);

/**
 * Generated code without the constants whose names nobody writes: a limit that nobody reads is
 * missing until somebody imports it and runs `npm run codegen`.
 *
 * @param code statements with a blank line between them
 */
export function onlyRead(code: string): string {
  const statements = code.split('\n\n');
  return statements
    .filter((statement) => {
      const [, name] = /^export const (\w+)/m.exec(statement) ?? [];
      return name === undefined || words.has(name) || code.match(new RegExp(`\\b${name}\\b`, 'g'))?.length !== 1;
    })
    .join('\n\n');
}
