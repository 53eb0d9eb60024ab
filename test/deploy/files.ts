import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';
import { root } from '../../src/root.ts';

/** A file of the project, by its path from there. */
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

const dockerfile = DockerfileParser.parse(read('Dockerfile'));
const instructions = (keyword: string) => dockerfile.getInstructions().filter((i) => i.getKeyword() === keyword);
const values = (keyword: string) => instructions(keyword).map((i) => i.getArguments().map((a) => a.getValue()));

/** The image as the Dockerfile describes it. */
export const image = {
  /** What the image, or its stages, are made of. */
  bases: instructions('FROM').map((from) => (from as From).getImage()),
  /** What the engine does, in order; the last stage is the image. */
  steps: dockerfile.getInstructions().flatMap(stepsOf),
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

/** A stage begins, files are copied by patterns (from the project's folder or a stage), or a command is run. */
export type Step =
  | { readonly keyword: 'FROM'; readonly stage: string | null }
  | { readonly keyword: 'COPY'; readonly from: string | undefined; readonly sources: string[]; readonly target: string }
  | { readonly keyword: 'RUN'; readonly command: string };

function stepsOf(instruction: Instruction): Step[] {
  const paths = instruction.getArguments().map((argument) => argument.getValue());
  switch (instruction.getKeyword()) {
    case 'FROM':
      return [{ keyword: 'FROM', stage: (instruction as From).getBuildStage() }];
    case 'COPY': {
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? undefined;
      return [{ keyword: 'COPY', from, sources: paths.slice(0, -1), target: paths.at(-1) as string }];
    }
    case 'RUN':
      return [{ keyword: 'RUN', command: instruction.getArgumentsContent() ?? '' }];
    default:
      return [];
  }
}

/** The command of an instruction in its exec form, which no shell interprets. */
function jsonOf(instruction: Instruction | undefined): string[] {
  const text = instruction?.getArgumentsContent() ?? '';
  return JSON.parse(text.slice(text.indexOf('[')));
}
