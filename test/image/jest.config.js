import { shared } from '../support/jest.js';

/**
 * `npm test -- image`: the image and the alerts, as operators use them. They need Docker or Podman,
 * or else Debian, root and its packages buildah and mmdebstrap; and psql and promtool.
 */
export default { ...shared, maxWorkers: 2 };
