import { expect, test } from '@jest/globals';
import { renderElementDocs } from '../../../scripts/codegen/element-docs.ts';
import { readElement } from '../../../scripts/codegen/element-manifest.ts';

test('what the source declares is in the manifest, and what is private is not', () => {
  const element = readElement(`
    export interface SubmitVerseAttributes {
      /** Where it is. */
      'base-url'?: string | undefined;
    }
    export interface SubmitVerseEvents {
      /**
       * It has
       *
       * changed.
       */
      change: CustomEvent<null>;
    }
    export interface Other { 'not-public': string }
    /**
     * An element.
     *
     * @slot lead - What comes first - or last.
     * @cssprop [--gap=1em] - The space.
     * @cssprop [--columns=[first] 1fr] - The columns.
     * @cssprop --font - The font.
     */
    export class SubmitVerse extends HTMLElement {
      #own = 1;
      get baseUrl(): string { return ''; }
      get #baseUrl(): string { return ''; }
      get verse(): string | undefined { return undefined; }
      set verse(verse) {}
      refresh() {}
      #render(): void {}
      connectedCallback(): void {}
    }`);
  expect(element).toEqual({
    kind: 'class',
    name: 'SubmitVerse',
    description: 'An element.',
    customElement: true,
    tagName: 'submit-verse',
    superclass: { name: 'HTMLElement' },
    attributes: [{ name: 'base-url', description: 'Where it is.', type: { text: 'string' }, fieldName: 'baseUrl' }],
    members: [
      { kind: 'field', name: 'baseUrl', description: '', type: { text: 'string' }, attribute: 'base-url' },
      { kind: 'field', name: 'verse', description: '', type: { text: 'string' } },
      { kind: 'method', name: 'refresh', description: '', return: { type: { text: 'void' } } },
    ],
    events: [{ name: 'change', description: 'It has changed.', type: { text: 'CustomEvent<null>' } }],
    slots: [{ name: 'lead', description: 'What comes first - or last.' }],
    cssParts: [],
    cssProperties: [
      { name: '--gap', default: '1em', description: 'The space.' },
      { name: '--columns', default: '[first] 1fr', description: 'The columns.' },
      { name: '--font', default: '', description: 'The font.' },
    ],
  });
});

test('a bar in a type ends no cell of a table', () => {
  const element = readElement('export class Plain { get width(): number | null { return null; } }');
  expect(renderElementDocs(element)).toContain('| `width` | `number \\| null` |  |');
});

test('a source without the class is rejected', () => {
  expect(() => readElement('')).toThrow('submit-verse.ts has no class');
});
