import '../src/element/index.ts';
import { startSession } from './session.ts';
import { translatePage } from './translations.ts';

const element = document.querySelector('submit-verse');
element.lang = navigator.language;
const translate = translatePage(navigator.language);
const session = document.querySelector('#session');
const hint = document.createElement('p');
hint.slot = 'sign-in';
hint.lang = document.documentElement.lang;
element.append(hint);

let hasToken = false;
// Whoever must sign in again is not signed in, whatever the tab still has.
element.addEventListener('state-change', ({ detail }) => {
  session.hidden = !hasToken || detail.state === 'signIn';
});

await startSession(
  'token',
  (token, problem) => {
    hasToken = token !== undefined;
    hint.hidden = problem === undefined;
    hint.textContent = problem ?? '';
    element.token = token;
  },
  translate,
);
