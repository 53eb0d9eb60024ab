import type { Demo } from './demo.ts';

/** The lines that `npm start` prints for the person who starts it: two links to open, and a command to paste into a shell. */
export function introduction(serviceUrl: string, pages: boolean, demo: Demo | undefined): string {
  const links = [`Submit a verse: ${serviceUrl}${demo?.path ?? '/submit'}`, `Documentation: ${serviceUrl}/docs`];
  return ['', ...(pages ? links : [`Service: ${serviceUrl}`]), ...(demo === undefined ? [] : [demo.curl]), ''].join(
    '\n',
  );
}
