import '../src/element/index.ts';
import { startSession } from './session.ts';

const element = document.querySelector('submit-verse');
const hint = document.createElement('p');
hint.slot = 'sign-in';
// Only the embedded default gives out codes, and signs in at `/`.
const home = document.createElement('a');
home.href = '/';
home.textContent = 'Open / to sign in again';
element.append(hint);

await startSession('token', (token, problem) => {
  hint.hidden = problem === undefined;
  hint.replaceChildren(problem ?? '', ' ', home);
  element.token = token;
});
