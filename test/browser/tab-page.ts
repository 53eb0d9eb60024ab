import { expect } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import type { Tab } from './tab.ts';

interface Said {
  readonly text: string;
  /** Dates and instants, as a program reads them. */
  readonly times: readonly string[];
}

/**
 * The player's page or the operator's desk, in any engine, as people find the way about: by the
 * names of controls.
 */
export class TabPage {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  /** Calls a function in the page with what a selector and a name find there. */
  async #with<Result>(selector: string, name: string | undefined, use: (found: HTMLElement | undefined) => Result) {
    return await this.tab.evaluate<Result>(`(${use})(${finding(selector, name)})`);
  }

  /** What the first element that matches says, and the dates in it. */
  async said(selector: string): Promise<Said> {
    return await this.#with(selector, undefined, (found) => {
      const copy = found?.cloneNode(true) as Element | undefined;
      copy?.querySelector('details')?.remove(); // what the player can do with the date
      const times = [...(copy?.querySelectorAll('time') ?? [])].map(({ dateTime }) => dateTime);
      return { text: copy?.textContent ?? '', times };
    });
  }

  /** Waits until the first element that matches says so. */
  async expectSaid(selector: string, want: string | RegExp): Promise<void> {
    let shown = '';
    await eventually(String(want), async () => {
      shown = (await this.said(selector)).text;
      return typeof want === 'string' ? shown === want : want.test(shown);
    }).catch(() => expect(shown).toMatch(want));
  }

  async waitFor(selector: string): Promise<void> {
    await eventually(selector, async () => await this.#with(selector, undefined, (found) => found !== undefined));
  }

  /** Waits for a button, a label or what else matches, and clicks it. */
  async click(name: string | undefined, selector = 'button'): Promise<void> {
    // Above what lies over the page, which a click would hit.
    await eventually(`${selector} ${name}`, async () => {
      return await this.#with(selector, name, (found) => {
        found?.scrollIntoView({ block: 'nearest' });
        return found !== undefined;
      });
    });
    await this.tab.click(finding(selector, name));
  }

  /** Presses Tab until a control has the focus. */
  async tabTo(name: string): Promise<void> {
    await eventually(`the focus on ${name}`, async () => {
      await this.tab.press('Tab');
      return (await this.#focused()) === name;
    });
  }

  /** Replaces what is in a field, by keyboard, key by key. */
  async type(field: string, text: string): Promise<void> {
    if ((await this.#focused()) !== field) await this.tabTo(field);
    const before = await this.#with('input', undefined, (found) => (found as HTMLInputElement | undefined)?.value);
    for (const _ of before ?? '') await this.tab.press('Backspace');
    await this.tab.type(text);
  }

  /** The name of what has the focus. */
  async #focused(): Promise<string> {
    return await this.tab.evaluate(`(${focused})()`);
  }

  async isDark(): Promise<boolean> {
    return await this.tab.evaluate(`(${isDark})()`);
  }

  /** Whether nothing is wider than the screen. */
  async fits(): Promise<boolean> {
    const { scrollWidth, clientWidth } = await this.tab.evaluate<Record<'scrollWidth' | 'clientWidth', number>>(
      '(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)',
    );
    return scrollWidth <= clientWidth;
  }
}

/** An expression of the page: the first element that matches a selector or, with a name, is shown and has it. */
const finding = (selector: string, name: string | undefined) => `(${find})(${JSON.stringify([selector, name])})`;

// The page runs these functions.

function find([selector, name]: readonly [string, string | null]): HTMLElement | undefined {
  const root = document.querySelector('submit-verse')?.shadowRoot ?? document;
  return [...root.querySelectorAll<HTMLElement>(selector)].find(
    (each) => name === null || (each.checkVisibility() && (each.ariaLabel ?? each.textContent?.trim()) === name),
  );
}

/** What matches `:focus`, but WebKit matches that only in a window that has the focus. */
function focused(): string {
  const { activeElement } = document.querySelector('submit-verse')?.shadowRoot ?? document;
  const [label] = (activeElement as HTMLInputElement | null)?.labels ?? [];
  return (label ?? activeElement)?.textContent ?? '';
}

function isDark(): boolean {
  const { color, backgroundColor } = getComputedStyle(document.documentElement);
  const [text, background] = [color, backgroundColor].map((each) => Number(/\d+/.exec(each)?.[0])) as [number, number];
  return background < text;
}
