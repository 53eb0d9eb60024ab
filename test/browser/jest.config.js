import { onSharedPostgres } from '../support/jest.js';

/**
 * `npm test -- browser`: the tests that need browsers. They wait for them more than they compute.
 */
export default { ...onSharedPostgres, maxWorkers: 2 };
