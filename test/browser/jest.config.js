import { onSharedPostgres } from '../support/jest.js';

/** `npm test -- browser`: the tests that need Chromium. They wait for the browser more than they compute. */
export default { ...onSharedPostgres, maxWorkers: 2 };
