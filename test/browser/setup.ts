import { afterAll, afterEach } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { TestService } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { expectState, solveToday, timezoneId, visit } from './player.ts';
import { WatchedPage } from './watched-page.ts';

/**
 * Starts a service and a browser, which end with the tests of the file. Each page ends with the test
 * that opens it.
 *
 * @param origins to which pages may send requests, besides the service
 */
export async function setUp(options: Parameters<typeof TestService.start>[0] = {}, origins: readonly string[] = []) {
  const [service, browser] = await Promise.all([TestService.start(options), launchBrowser()]);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });
  const opened: WatchedPage[] = [];
  afterEach(async () => {
    for (const page of opened.splice(0)) await page[Symbol.asyncDispose]();
  });
  async function open(context: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, [service.url, ...origins], { timezoneId, ...context });
    opened.push(watched);
    return watched;
  }
  return {
    service,
    browser,
    open,
    /** Opens the page of a player who may submit. */
    async openForm(player: string, context?: BrowserContextOptions): Promise<WatchedPage> {
      await solveToday(service, player);
      const watched = await open(context);
      await visit(watched.page, service, player);
      await expectState(watched.page, 'Choose a verse');
      return watched;
    },
  };
}
