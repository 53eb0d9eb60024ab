import { onSharedPostgres } from '../support/jest.js';

/** `npm run test:browser`: the tests that need Chromium. */
export default onSharedPostgres;
