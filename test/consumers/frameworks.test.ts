import { spawnSync } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { root } from '../../src/root.ts';
import { installPackedClient, type Project } from '../support/packed-client.ts';

const packages = join(root, 'test/node_modules');

let project: Project;
beforeAll(async () => {
  project = await installPackedClient();
  for (const folder of [
    'test/node_modules/@types',
    'test/node_modules/@tanstack',
    'test/node_modules/svelte',
    'test/node_modules/vue',
    'node_modules/preact',
  ]) {
    await symlink(join(root, folder), join(project.directory, 'node_modules', basename(folder)));
  }
}, 180_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
});

/** How a framework writes a component, and compiles all of a project's components. */
interface Framework {
  readonly extension: string;
  /** A component with one `<submit-verse>`, whose attributes are given. */
  component(attributes: string): string;
  /** The compiler's program with its arguments. */
  readonly compiler: readonly string[];
  /** An error as the compiler prints it: the file, if it is in one, and the code. */
  readonly error: RegExp;
}

const typescriptError = /^(?:(.+?)\(.*?\): )?error TS(\d+)/gm;

const jsx = (framework: string): Framework => ({
  extension: `${framework}.tsx`,
  component: (attributes) => `/** @jsxImportSource ${framework} */
    import type {} from '@verse-submissions/client/element/${framework}';
    export const component = () => <submit-verse ${attributes}><a slot="puzzle" href="/">Puzzle</a></submit-verse>;`,
  compiler: ['typescript/bin/tsc', '--pretty', 'false'],
  error: typescriptError,
});

const frameworks: Readonly<Record<string, Framework>> = {
  react: jsx('react'),
  preact: jsx('preact'),
  svelte: {
    extension: 'svelte',
    component: (attributes) => `<script lang="ts">
      import type {} from '@verse-submissions/client/element/svelte';
      </script>
      <submit-verse ${attributes}><a slot="puzzle" href="/">Puzzle</a></submit-verse>`,
    compiler: ['svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--output', 'machine-verbose'],
    error: /"filename":"(.+?)".*"code":(\d+)/g,
  },
  vue: {
    extension: 'vue',
    component: (attributes) => `<script setup lang="ts">
      import type {} from '@verse-submissions/client/element/vue';
      const service = 'https://verses.example';
      </script>
      <template><submit-verse ${attributes}></submit-verse></template>`,
    compiler: ['vue-tsc/bin/vue-tsc.js', '--pretty', 'false'],
    error: typescriptError,
  },
};

/**
 * Attributes as JSX and Svelte write them, and as Vue does. The codes are those that the error may
 * have; without any, there is no error.
 */
const cases: { title: string; attributes: string; vue: string; codes: string[] }[] = [
  {
    title: 'the attributes, the properties and the events',
    attributes: `base-url="/verses" text="off" token={async () => 'a token'} texts={{ submit: '{reference} vorschlagen' }}
      bookNames={{ JHN: 'Johannes' }} value={{ bookId: 'JHN', chapter: 3, verse: 16 }}
      readChapter={async (bookId, chapter) => ({ translation: bookId + chapter, verses: [] })}
      onbefore-submit={(event) => event.preventDefault()} onsign-in-required={() => {}}
      onstate-change={({ detail }) => detail.state === 'open'} onverse-change={({ detail }) => detail.bookId.length}
      onverse-submitted={({ detail }) => detail.reference.length}`,
    vue: `:base-url="service" text="off" :token="async () => 'a token'" :texts="{ submit: '{reference} vorschlagen' }"
      :bookNames="{ JHN: 'Johannes' }" :value="{ bookId: 'JHN', chapter: 3, verse: 16 }"
      :readChapter="async (bookId, chapter) => ({ translation: bookId + chapter, verses: [] })"
      @before-submit="(event) => event.preventDefault()" @sign-in-required="() => {}"
      @state-change="({ detail }) => detail.state === 'open'" @verse-change="({ detail }) => detail.bookId.length"
      @verse-submitted="({ detail }) => detail.reference.length"`,
    codes: [],
  },
  { title: 'an attribute has another value', attributes: 'text="of"', vue: 'text="of"', codes: ['2322'] },
  { title: 'a property has another type', attributes: 'token={5}', vue: ':token="5"', codes: ['2322'] },
  {
    title: 'a book does not exist',
    attributes: "value={{ bookId: 'TOB', chapter: 1, verse: 1 }}",
    vue: `:value="{ bookId: 'TOB', chapter: 1, verse: 1 }"`,
    codes: ['2322'],
  },
  {
    title: 'a text does not exist',
    attributes: "texts={{ submitt: 'Los' }}",
    vue: `:texts="{ submitt: 'Los' }"`,
    codes: ['2561'],
  },
  {
    title: 'a listener takes another detail',
    attributes: 'onverse-submitted={({ detail }) => detail.chapter}',
    vue: '@verse-submitted="({ detail }) => detail.chapter"',
    codes: ['2339'],
  },
  { title: 'a property does not exist', attributes: 'tokens="a"', vue: 'tokens="a"', codes: ['2322', '2353', '2561'] },
];

describe.each(Object.entries(frameworks))('%s', (name, { extension, component, compiler, error }) => {
  const fileOf = (index: number) => `component${index}.${extension}`;
  /** The compiler's errors of one run for all components, because a run takes seconds. */
  let said: { file: string | undefined; code: string | undefined }[];
  beforeAll(async () => {
    const compilerOptions = {
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
      ...{ types: [], jsx: 'react-jsx', verbatimModuleSyntax: true, noEmit: true, strict: true },
      ...{ exactOptionalPropertyTypes: true, skipLibCheck: false },
    };
    const include = [`*.${extension}`];
    const vueCompilerOptions = { strictTemplates: true };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include, vueCompilerOptions }));
    for (const [index, { attributes, vue }] of cases.entries()) {
      await project.write(fileOf(index), component(name === 'vue' ? vue : attributes));
    }
    if (name === 'react') {
      await project.write('recipe.react.tsx', await readFile(join(root, 'client/examples/tanstack-query.tsx'), 'utf8'));
    }
    const [program = '', ...args] = compiler;
    const { stdout } = spawnSync(process.execPath, [join(packages, program), ...args], {
      cwd: project.directory,
      encoding: 'utf8',
    });
    said = [...stdout.matchAll(error)].map(([, file, code]) => ({ file, code }));
  });

  test.each(cases)('the compiler reports the right errors: $title', ({ title, codes }) => {
    const file = fileOf(cases.findIndex((other) => other.title === title));
    const [first, ...others] = said.filter((each) => each.file === file);
    expect(others).toEqual([]);
    if (codes.length === 0) expect(first).toBeUndefined();
    else expect(codes).toContain(first?.code);
  });

  test('the package’s declarations compile', () => {
    const files = cases.map((_, index) => fileOf(index));
    expect(said.filter(({ file = '' }) => !files.includes(file))).toEqual([]);
  });
});

test('the manifest has the form that editors read', async () => {
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
  const validate = new Ajv({ allowUnionTypes: true }).compile(
    await read(join(packages, 'custom-elements-manifest/schema.json')),
  );
  validate(await read(join(project.client, 'custom-elements.json')));
  expect(validate.errors).toBeNull();
});
