import { shared } from '../support/jest.js';

/**
 * `npm test -- backup`: the commands of docs/backing-up.md on two servers. They need Debian's
 * package postgresql, because the PostgreSQL of npm's packages lacks pg_dump.
 */
export default shared;
