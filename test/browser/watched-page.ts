import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { contrasts } from './contrast.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA with what it is built on, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * How each state is looked at. Two of the four are enough for axe, since the layout goes by the
 * width and the contrast by the scheme.
 */
const appearances = [
  { width: 320, colorScheme: 'light', withAxe: true },
  { width: 320, colorScheme: 'dark', withAxe: false },
  { width: 1200, colorScheme: 'light', withAxe: false },
  { width: 1200, colorScheme: 'dark', withAxe: true },
] as const;

/**
 * A page with a storage of its own, whose end fails the test if the console complained or a request
 * went elsewhere. A test takes its members out of it.
 */
export class WatchedPage implements AsyncDisposable {
  readonly page: Page;
  /** Every request, as `POST http://127.0.0.1:3000/api/submit-verse`. */
  readonly requests: string[] = [];
  /** Exceptions, violations of policies and failed loads. */
  readonly complaints: string[] = [];
  readonly #origins: readonly string[];

  private constructor(page: Page, origins: readonly string[]) {
    this.page = page;
    this.#origins = origins;
    page.on('request', (request) => this.requests.push(`${request.method()} ${request.url()}`));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // The browser reports each status of 400 or more, and each lost response. Of the API, they
      // are what the tests are about.
      const { url } = message.location();
      const isRejection = origins.some(
        (origin) => url.startsWith(`${origin}/api/`) || url.startsWith(`${origin}/desk/api/`),
      );
      if (['error', 'warning'].includes(message.type()) && !isRejection) this.complaints.push(message.text());
    });
  }

  /** @param origins to which the page may send requests */
  static async open(
    browser: Browser,
    origins: readonly string[],
    options: BrowserContextOptions = {},
  ): Promise<WatchedPage> {
    const context = await browser.newContext({ locale: 'en-US', ...options });
    context.setDefaultTimeout(10_000);
    return new WatchedPage(await context.newPage(), origins);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
    expect(this.complaints).toEqual([]);
    expect(this.sentElsewhere).toEqual([]);
  }

  get sentElsewhere(): string[] {
    return this.requests.filter((request) => !this.#origins.some((origin) => request.includes(` ${origin}/`)));
  }

  /**
   * Looks at the page in every appearance: axe finds nothing, nothing overflows, controls are large
   * enough to touch, and the keyboard shows where it is. The focus is then elsewhere.
   */
  readonly expectAccessible = async (): Promise<void> => {
    for (const { width, colorScheme, withAxe } of appearances) {
      await this.page.setViewportSize({ width, height: 800 });
      await this.page.emulateMedia({ colorScheme });
      await this.#rest();
      const found = [
        ...(await this.layoutFaults()),
        ...(withAxe ? [...(await this.axeFaults()), ...(await this.ringFaults())] : []),
      ];
      expect({ width, colorScheme, found }).toEqual({ width, colorScheme, found: [] });
    }
  };

  /** What axe finds, except by disabled rules. */
  readonly axeFaults = async (disabled: readonly string[] = []): Promise<string[]> => {
    // Evaluated by the browser itself, which a page's policy does not restrict.
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(axe);
    const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
    // Of what has passed, axe would describe each element.
    const options = JSON.stringify({ runOnly: tags, rules, resultTypes: ['violations'] });
    const violations: AxeResults['violations'] = await this.page.evaluate(
      `axe.run(${options}).then(({ violations }) => violations)`,
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`);
  };

  /** Controls that Tab reaches, and whose ring contrasts too little with what is around it. */
  readonly ringFaults = async (): Promise<string[]> => {
    await this.page.evaluate(() => {
      const root = document.querySelector('submit-verse')?.shadowRoot ?? document;
      const first = root.querySelector<HTMLElement>('h1, [part~=title]');
      first?.setAttribute('tabindex', '-1');
      first?.focus();
    });
    const rings: { place: number; name: string; ring: string; around: string }[] = [];
    for (;;) {
      await this.page.keyboard.press('Tab');
      const focused = await this.page.evaluate(() => {
        const root = document.querySelector('submit-verse')?.shadowRoot ?? document;
        const element = root.activeElement;
        if (!element || element === document.body) return undefined;
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        let around = 'Canvas';
        let node: Node | null = element.parentNode;
        while (node !== null) {
          const colour = node instanceof Element ? getComputedStyle(node).backgroundColor : 'rgba(0, 0, 0, 0)';
          if (colour !== 'rgba(0, 0, 0, 0)') {
            around = colour;
            break;
          }
          node = node instanceof ShadowRoot ? node.host : node.parentNode;
        }
        const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        const place = [...root.querySelectorAll('*')].indexOf(element);
        const name = `${element.part}` || `${element.tagName} ${element.textContent}`;
        return { place, name, ring: isDrawn ? outlineColor : around, around };
      });
      // A browser without a window of its own begins again after the last one.
      if (focused === undefined || rings.some(({ place }) => place === focused.place)) break;
      rings.push(focused);
    }
    const found = await contrasts(
      this.page,
      rings.map(({ ring, around }) => [ring, around] as const),
    );
    return rings.flatMap(({ name }, index) =>
      (found[index] ?? 0) < 3 ? [`the ring of ${name}: ${found[index]}`] : [],
    );
  };

  /** Waits until what moves has come to rest. */
  async #rest(): Promise<void> {
    await this.page.evaluate(async () => {
      const root = document.querySelector('submit-verse')?.shadowRoot ?? document;
      const animations = root.getAnimations();
      const finite = animations.filter(
        ({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      );
      await Promise.allSettled(finite.map(({ finished }) => finished)); // one that is canceled rejects
    });
  }

  /** What overflows, and controls that are too small to touch. */
  readonly layoutFaults = async (): Promise<string[]> => {
    return await this.page.evaluate(() => {
      const root = document.querySelector('submit-verse')?.shadowRoot ?? document;
      const controls = [
        ...root.querySelectorAll<HTMLElement>('select, input:not([type=checkbox]), button, label.tick'),
      ];
      const small = controls.filter(
        (control) => control.checkVisibility() && control.offsetHeight < (control.matches('.link') ? 24 : 44),
      );
      const { scrollWidth, clientWidth } = document.documentElement;
      return [
        ...small.map((control) => `${control.tagName} is too small`),
        ...(scrollWidth > clientWidth ? ['the page overflows'] : []),
      ];
    });
  };
}
