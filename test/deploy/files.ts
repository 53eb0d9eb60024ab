import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DockerfileParser, type From, type Instruction } from 'dockerfile-ast';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A file of the project, by its path from there. */
export const read = (path: string) => readFileSync(new URL(path, new URL('../../', import.meta.url)), 'utf8');

const dockerfile = DockerfileParser.parse(read('Dockerfile'));
const instructions = (keyword: string) => dockerfile.getInstructions().filter((i) => i.getKeyword() === keyword);
const values = (keyword: string) => instructions(keyword).map((i) => i.getArguments().map((a) => a.getValue()));

/** The image as the Dockerfile describes it. */
export const image = {
  /** What the image, or its stages, are made of. */
  bases: instructions('FROM').map((from) => (from as From).getImage()),
  /** What the engine copies from the project's folder, by patterns, and where to. */
  copies: dockerfile
    .getCOPYs()
    .filter((copy) => copy.getFlags().length === 0)
    .map((copy) => copy.getArguments().map((argument) => argument.getValue()))
    .map((paths) => ({ sources: paths.slice(0, -1), target: paths.at(-1) as string })),
  environment: Object.fromEntries(
    values('ENV')
      .flat()
      .map((pair) => pair.split('=', 2) as [string, string]),
  ),
  ports: values('EXPOSE').flat().map(Number),
  user: values('USER').at(-1)?.join(),
  command: jsonOf(dockerfile.getCMDs().at(-1)),
  healthCheck: jsonOf(dockerfile.getHEALTHCHECKs().at(-1)),
};

/** The command of an instruction in its exec form, which no shell interprets. */
function jsonOf(instruction: Instruction | undefined): string[] {
  const text = instruction?.getArgumentsContent() ?? '';
  return JSON.parse(text.slice(text.indexOf('[')));
}
