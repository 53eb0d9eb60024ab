import { shared } from '../support/jest.js';

/**
 * `npm test -- compose`: compose.yaml on Docker. It needs Docker with Compose, or else Debian, root
 * and its packages docker.io, docker-compose and mmdebstrap.
 */
export default shared;
