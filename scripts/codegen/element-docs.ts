import type { State } from '../../client/src/element/player/state.ts';
import { laterTexts } from '../../client/src/element/words/later-texts.ts';
import { searchTexts } from '../../client/src/element/words/search-texts.ts';
import { english } from '../../client/src/element/words/texts.ts';
import type { ElementDeclaration } from './element-manifest.ts';

/** When the element shows each state. */
const states: Readonly<Record<State, string>> = {
  loading: 'The element waits for the service.',
  signIn: 'There is no token, or the service rejected it.',
  full: 'No date is free. If the service knows when the next one opens, the element says so.',
  cooldown: 'The player cannot submit another verse yet.',
  notSolved: 'The player has not solved today’s puzzle.',
  open: 'The player can choose a verse and submit it.',
  sending: 'The verse is being submitted.',
  done: 'The service has accepted the verse.',
  failed: 'The service failed: a 500, or a response that is not in the contract.',
  noResponse: 'No response arrived within 20 seconds.',
  offline: 'The device has no network.',
};

/** The reference of the element, for those who embed it. */
export function renderElementDocs(element: ElementDeclaration): string {
  const { attributes, members, events, slots, cssParts, cssProperties } = element;
  const named = ({ name, description }: { readonly name: string; readonly description: string }) => [
    code(name),
    description,
  ];
  return [
    '<!-- Generated from client/src/element/ by `npm run codegen`. Do not edit. -->',
    '# `<submit-verse>`',
    '[How to embed the element](../README.md#the-form-ready-made)',
    '## Properties',
    table(
      ['property', 'type', 'description'],
      members.flatMap((member) =>
        member.kind === 'field' ? [[code(member.name), code(member.type.text), member.description]] : [],
      ),
    ),
    '## Attributes',
    table(
      ['attribute', 'type', 'description'],
      attributes.map(({ name, type, description }) => [code(name), code(type.text), description]),
    ),
    '## Methods',
    table(
      ['method', 'returns', 'description'],
      members.flatMap((member) =>
        member.kind === 'method' ? [[code(`${member.name}()`), code(member.return.type.text), member.description]] : [],
      ),
    ),
    '## Events',
    'All bubble, also out of the shadow roots around the element.',
    table(
      ['event', 'type', 'description'],
      events.map(({ name, type, description }) => [code(name), code(type.text), description]),
    ),
    '## States',
    '`state-change` has one of these in `detail.state`, and CSS knows it: `submit-verse:state(open)`. The heading is the [text](#texts) of the same name.',
    table(
      ['state', 'when'],
      Object.entries(states).map(([state, when]) => [code(state), when]),
    ),
    '## Slots',
    table(['slot', 'description'], slots.map(named)),
    '## Parts',
    'Style a part with `submit-verse::part(card)`.',
    table(['part', 'description'], cssParts.map(named)),
    '## Custom properties',
    'To try them, open `/submit/theme` of the service: the element in all its states, and the CSS to copy.',
    table(
      ['custom property', 'default', 'description'],
      cssProperties.map((property) => [code(property.name), code(property.default), property.description]),
    ),
    '## Texts',
    'Copy those that you replace; the element fills in what is in braces.',
    [
      '```js',
      'element.texts = {',
      ...Object.entries({ ...english, ...searchTexts, ...laterTexts }).map(
        ([key, text]) => `  ${key}: ${JSON.stringify(text)},`,
      ),
      '};',
      '```',
    ].join('\n'),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
