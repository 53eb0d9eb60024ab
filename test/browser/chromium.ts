import { launchBrowser } from './launch.ts';
import { type Tab, tabOf, timeZone } from './tab.ts';

/** @throws Error as `launchBrowser` */
export async function openChromium(): Promise<Tab> {
  const browser = await launchBrowser();
  const page = await browser.newPage({
    viewport: { width: 320, height: 800 },
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: timeZone,
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return tabOf(page, browser, complaints);
}
