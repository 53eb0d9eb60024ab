import type { Service } from '../service.ts';
import { type Demo, operatorPath } from './demo.ts';

/**
 * The lines that `npm start` prints for the person who starts it: links to open, and a command to
 * paste into a shell.
 */
export function introduction({ url, adminUrl }: Service, pages: boolean, demo: Demo | undefined): string {
  const links = [
    `Submit a verse: ${url}${demo?.path ?? '/submit'}`,
    `Plan the calendar: ${adminUrl}${demo?.operatorPath ?? operatorPath}`,
    `Documentation: ${url}/docs`,
  ];
  return ['', ...(pages ? links : [`Service: ${url}`]), ...(demo === undefined ? [] : [demo.curl]), ''].join('\n');
}
