import type { Demo } from './demo.ts';

/** The lines that `npm start` prints for the person who starts it: two links to open, and a command to paste into a shell. */
export function introduction(serviceUrl: string, pages: boolean, demo: Demo | undefined): string {
  // Browsers send the fragment to no server.
  const fragment = demo === undefined ? '' : `#token=${demo.token}`;
  const links = [`Submit a verse: ${serviceUrl}/submit${fragment}`, `Documentation: ${serviceUrl}/docs`];
  return ['', ...(pages ? links : [`Service: ${serviceUrl}`]), ...(demo === undefined ? [] : [demo.curl]), ''].join(
    '\n',
  );
}
