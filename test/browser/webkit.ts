import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { findExecutable } from './executable.ts';
import { timezoneId } from './player.ts';
import type { Tab } from './tab.ts';

// A folder, which only CommonJS can load.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof import('selenium-webdriver/remote.js');

/**
 * Opens the small browser that comes with WebKitGTK's driver, on a display of its own, by
 * WebDriver. Its engine is Safari's.
 *
 * @throws Error when the driver or the display is missing; the message says how to install both
 */
export async function openWebKit(): Promise<Tab> {
  await using started = new AsyncDisposableStack();
  const { display, stop } = await startDisplay();
  started.defer(stop);
  const service = new DriverService.Builder(findExecutable(['WebKitWebDriver']))
    .setLoopback(true)
    .setEnvironment({
      ...(process.env as Record<string, string>),
      DISPLAY: display,
      TZ: timezoneId,
      // As root, and in most containers, WebKit starts only without its sandbox; the pages are the
      // project's own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    })
    .build();
  started.defer(() => service.kill());
  // The toolbar, which a full screen lacks, would make the window wider than a phone.
  const args = ['--automation', '--full-screen', '--dark-mode'];
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args } }))
    .build();
  started.defer(() => driver.quit());
  await driver.manage().window().setRect({ x: 0, y: 0, width: 320, height: 800 });

  const running = started.move();
  return {
    goto: async (url) => await driver.get(url),
    reload: async () => await driver.navigate().refresh(),
    evaluate: async (expression) => await driver.executeScript(`return ${expression}`),
    async click(expression) {
      const element = await driver.executeScript<WebElement>(`return ${expression}`);
      // The driver scrolls neither to what is just outside of the window nor to what is covered.
      await driver.executeScript((each: Element) => each.scrollIntoView({ block: 'center' }), element);
      await element.click();
    },
    type: async (text) => await driver.actions().sendKeys(text).perform(),
    async press(key) {
      await driver.actions().sendKeys({ Tab: Key.TAB, Enter: Key.ENTER, Backspace: Key.BACK_SPACE }[key]).perform();
    },
    [Symbol.asyncDispose]: async () => await running.disposeAsync(),
  };
}

/** Starts a display that nobody sees. It also ends with its last window. */
async function startDisplay(): Promise<{ display: string; stop: () => Promise<void> }> {
  // It chooses a free number itself, and writes it to the file descriptor 3.
  const child = spawn(
    findExecutable(['Xvfb']),
    ['-displayfd', '3', '-screen', '0', '1200x900x24', '-nolisten', 'tcp', '-terminate'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const [number] = await once(child.stdio[3] as Readable, 'data');
  return {
    display: `:${String(number).trim()}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
