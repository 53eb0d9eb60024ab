import { expect } from '@jest/globals';
import { english } from '../../client/src/element/words/texts.ts';
import { eventually } from '../support/eventually.ts';
import type { Tab } from './tab.ts';

/**
 * The player's page, as a player finds the way about: by headings, and by the names of controls.
 */
export class SubmitPage {
  readonly #tab: Tab;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Waits until the heading names a state. */
  async expectState(state: 'signIn' | 'notSolved' | 'open' | 'done' | 'cooldown' | 'noResponse'): Promise<void> {
    const title = RegExp(`^${english[state].replace('{date}', '.+')}$`);
    let shown = '';
    const isShown = async () => {
      shown = (await this.said('[part~=title]')).text;
      return title.test(shown);
    };
    await eventually(`the state ${state}`, isShown).catch(() => expect(shown).toMatch(title));
  }

  /** Chooses John 3:16, by keyboard: the first verse that the field offers. */
  async chooseVerse(): Promise<void> {
    await this.tabTo(english.find);
    await this.#tab.type('jo 3:16');
    await eventually('suggestions', async () => await this.#tab.evaluate(exists, '[role=option]'));
    await this.#tab.press('Enter'); // asks which book
    await this.#tab.press('Enter'); // the first one
  }

  /** Replaces what is in the field, by keyboard, key by key. */
  async find(text: string): Promise<void> {
    if ((await this.#tab.evaluate(focused)) !== english.find) await this.tabTo(english.find);
    for (const _ of await this.#tab.evaluate(fieldText)) await this.#tab.press('Backspace');
    await this.#tab.type(text);
    await eventually(
      'what understands the text',
      async () => await this.#tab.evaluate(exists, '[part=find][aria-autocomplete]'),
    );
  }

  /** What is in the field. */
  async text(): Promise<string> {
    return await this.#tab.evaluate(fieldText);
  }

  /** Waits until the button that submits says so, and whether it can be pressed. */
  async expectSubmit(name: string, isEnabled: boolean): Promise<void> {
    let shown: unknown;
    await eventually(`the button ${name}`, async () => {
      shown = await this.#tab.evaluate(submitButton);
      return JSON.stringify(shown) === JSON.stringify([name, isEnabled]);
    }).catch(() => expect(shown).toEqual([name, isEnabled]));
  }

  /** What the first element that matches says, and the dates in it. */
  async said(selector: string): Promise<Said> {
    return await this.#tab.evaluate(said, selector);
  }

  /** Presses Tab until a control has the focus. */
  async tabTo(name: string): Promise<void> {
    await eventually(`the focus on ${name}`, async () => {
      await this.#tab.press('Tab');
      return (await this.#tab.evaluate(focused)) === name;
    });
  }

  async click(name: string): Promise<void> {
    await this.#tab.click(button, name);
  }

  async isDark(): Promise<boolean> {
    return await this.#tab.evaluate(isDark);
  }

  /** Whether nothing is wider than the screen. */
  async fits(): Promise<boolean> {
    return await this.#tab.evaluate(fits);
  }
}

export const names = {
  submit: english.submit.replace('{reference}', 'John 3:16'),
  tryAgain: english.tryAgain,
};

interface Said {
  readonly text: string;
  /** Dates and instants, as a program reads them. */
  readonly times: readonly string[];
}

// The page runs these functions.

function focused(): string | undefined {
  const active = document.querySelector('submit-verse')?.shadowRoot?.activeElement as HTMLSelectElement | null;
  return (active?.labels?.[0] ?? active)?.textContent ?? undefined;
}

function exists(selector: string): boolean {
  return document.querySelector('submit-verse')?.shadowRoot?.querySelector(selector) != null;
}

function fieldText(): string {
  return document.querySelector('submit-verse')?.shadowRoot?.querySelector('input')?.value ?? '';
}

function submitButton(): [string, boolean] {
  const root = document.querySelector('submit-verse')?.shadowRoot;
  const found = root?.querySelector<HTMLButtonElement>('[part~=submit]');
  return [found?.textContent ?? '', found?.disabled === false];
}

function button(name: string): Element | undefined {
  const all = document.querySelector('submit-verse')?.shadowRoot?.querySelectorAll('button');
  return [...(all ?? [])].find((each) => each.checkVisibility() && each.textContent === name);
}

function said(selector: string): Said {
  const found = document.querySelector('submit-verse')?.shadowRoot?.querySelector(selector);
  const element = found?.cloneNode(true) as Element | undefined;
  element?.querySelector('details')?.remove(); // what the player can do with the date
  const times = [...(element?.querySelectorAll('time') ?? [])].map(({ dateTime }) => dateTime);
  return { text: element?.textContent ?? '', times };
}

function isDark(): boolean {
  const { color, backgroundColor } = getComputedStyle(document.documentElement);
  const [text, background] = [color, backgroundColor].map((each) => Number(/\d+/.exec(each)?.[0])) as [number, number];
  return background < text;
}

function fits(): boolean {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth <= clientWidth;
}
