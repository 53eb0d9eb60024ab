import '../src/element/index.ts';
import { startSession } from './session.ts';

await startSession('token', (token) => {
  document.querySelector('submit-verse').token = token;
});
