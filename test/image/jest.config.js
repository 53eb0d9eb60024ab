import { shared } from '../support/jest.js';

/**
 * `npm test -- image`: the image, the alerts and the proxies, as operators use them. They need
 * Docker or Podman, or else Debian, root and its packages buildah and mmdebstrap; and psql,
 * promtool, nginx and HAProxy.
 */
export default { ...shared, maxWorkers: 2 };
