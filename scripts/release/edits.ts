import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { parseDocument } from 'yaml';
import { acceptedFile, acceptedOf } from '../../contract/diff/accepted.ts';
import { compareContracts, releases } from '../../contract/diff/released.ts';
import { compareVersions } from '../../contract/diff/version.ts';
import { type ContractFile, contractFiles, parseContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { StartError } from '../../src/start-error.ts';

/** The content of files, by their paths from the project's folder. */
type Texts = Readonly<Record<string, string>>;

const checksums = `${releases}/SHA256SUMS`;
const changelog = 'CHANGELOG.md';

/** How each file that has the version of `openapi.yaml` gets it. */
const versioned: Readonly<Record<string, (text: string, version: string) => string>> = {
  'openapi.yaml': (text, version) => text.replace(/^( {2}version: ).+$/m, `$1${version}`),
  'package.json': setInPackage,
  'client/package.json': setInPackage,
  'package-lock.json'(text, version) {
    const lock = JSON.parse(text);
    for (const entry of [lock, lock.packages[''], lock.packages['client']]) entry.version = version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  },
  'deploy/kubernetes/kustomization.yaml': (text, version) => text.replace(/^( +newTag: ).+$/m, `$1${version}`),
};

function setInPackage(text: string, version: string): string {
  return text.replace(/^( {2}"version": ").+(",)$/m, `$1${version}$2`);
}

/** The files that a release reads. */
export const releaseFiles = [
  ...new Set([...Object.keys(versioned), ...contractFiles, checksums, acceptedFile, changelog]),
];

/**
 * What a release changes: its version in each place, a copy of each contract with a new version,
 * the copy's checksum, the entries of `contract/accepted.yaml`, and the date in the changelog.
 *
 * @param version that of `openapi.yaml`; each other contract has the version that it says
 * @param date of the release, e.g. `2026-11-24`
 * @param texts the `releaseFiles` as they are
 * @param released the last release of each contract
 * @returns the new content of each file that changes or is new
 * @throws StartError with a line for each reason why there can be no such release
 */
export function releaseEdits(
  version: string,
  date: string,
  texts: Texts,
  released: Readonly<Partial<Record<ContractFile, Contract>>>,
): Texts {
  const after = { ...texts };
  /** Changes a file, and says whether that made a difference. */
  const edit = (file: string, change: (text: string) => string) => {
    const text = after[file] ?? '';
    after[file] = change(text);
    return after[file] !== text;
  };

  const last = released['openapi.yaml']?.info.version;
  if (last !== undefined && compareVersions(version, last) <= 0) {
    throw new StartError(`${version} is not higher than ${last}, the last release`);
  }
  if (!edit(changelog, (text) => text.replace(`\n## ${version} (unreleased)\n`, `\n## ${version} (${date})\n`))) {
    throw new StartError(`${changelog} has no section "## ${version} (unreleased)"`);
  }
  for (const [file, set] of Object.entries(versioned)) edit(file, (text) => set(text, version));

  const accepted = parseDocument(texts[acceptedFile] ?? '');
  const comparisons = contractFiles.map((file) =>
    compareContracts(
      file,
      released[file],
      parseContract(file, after[file] ?? ''),
      acceptedOf(file, texts[acceptedFile]),
    ),
  );
  const faults = comparisons.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw new StartError(faults.join('\n'));

  for (const { file, version, released } of comparisons) {
    if (version === released) continue;
    const [name, text] = [basename(file), after[file] ?? ''];
    after[`${releases}/${name}`] = text;
    const sum = `${createHash('sha256').update(text).digest('hex')}  ${name}`;
    edit(checksums, (sums) =>
      [...sums.split('\n').filter((line) => line && !line.endsWith(`  ${name}`)), sum, ''].join('\n'),
    );
    accepted.set(file, []);
  }
  after[acceptedFile] = accepted.toString({ lineWidth: 0 });
  return Object.fromEntries(Object.entries(after).filter(([file, text]) => text !== texts[file]));
}
