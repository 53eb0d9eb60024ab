import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../../src/root.ts';
import { read } from './image.ts';

const folder = 'deploy/kubernetes';

/** The files of `deploy/kubernetes/`, without the kustomization. */
export const files = readdirSync(join(root, folder)).filter((name) => name !== 'kustomization.yaml');

/** The kustomization. */
export const kustomization = parseAllDocuments(read(`${folder}/kustomization.yaml`))[0]?.toJS();

/** Every manifest in them. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes, which test/image compares them with, say what they are
export const manifests: readonly any[] = files.flatMap((name) =>
  parseAllDocuments(read(`${folder}/${name}`)).map((document) => document.toJS()),
);
