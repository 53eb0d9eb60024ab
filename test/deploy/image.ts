import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/root.ts';

/** A file of the project, by its path from there. */
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

const dockerfile = read('Dockerfile');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const argumentOf = (pattern: RegExp): string => {
  const [, value] = pattern.exec(lastStage) ?? [];
  if (value === undefined) throw new Error(`The last stage of the Dockerfile has no ${pattern}`);
  return value;
};

/** Every path that instructions copy into a stage from the build context. */
const copied = (stage: string) =>
  [...stage.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));

/** What the Dockerfile says about the image. */
export const image = {
  bases: [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base),
  /** The paths that the engine needs from the project. */
  context: [...new Set(copied(dockerfile))],
  /** The paths in the image, of which `dist` is built in another stage. */
  files: [...copied(lastStage), 'dist'],
  environment: Object.fromEntries(
    argumentOf(/^ENV (.+)$/m)
      .split(' ')
      .map((pair) => pair.split('=', 2)),
  ) as Record<string, string>,
  ports: argumentOf(/^EXPOSE (.+)$/m)
    .split(' ')
    .map(Number),
  user: argumentOf(/^USER (.+)$/m),
  command: JSON.parse(argumentOf(/^CMD (\[.+\])$/m)) as string[],
  healthCheck: JSON.parse(argumentOf(/^HEALTHCHECK .*CMD (\[.+\])$/m)) as string[],
};
