import { expect } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Tab } from '../tab.ts';

/** The operator's desk, in any engine: by dates, and by the names of buttons. */
export class DeskPage {
  readonly #tab: Tab;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Chooses one of the next dates in the grid, which a phone shows on demand, and waits for its panel. */
  async choose(date: string): Promise<void> {
    await this.click('Month');
    await eventually(`the cell of ${date}`, async () => await this.#tab.evaluate(hasCell, date));
    await this.#tab.click(cell, date);
    await eventually(`the panel of ${date}`, async () => (await this.#tab.evaluate(selected)) === date);
  }

  /** Waits for a button, and clicks it. */
  async click(name: string): Promise<void> {
    await eventually(`the button ${name}`, async () => await this.#tab.evaluate(hasButton, name));
    await this.#tab.click(button, name);
  }

  /** Ticks what a label is beside. */
  async tick(text: string): Promise<void> {
    await this.#tab.click(label, text);
  }

  /** Types into the field that a label is above. */
  async type(text: string, typed: string): Promise<void> {
    await this.#tab.click(label, text);
    await this.#tab.type(typed);
  }

  /** Waits until the page says what became of a change. */
  async expectNotice(text: string): Promise<void> {
    let shown: string | undefined;
    await eventually(`“${text}”`, async () => {
      shown = await this.#tab.evaluate(notice);
      return shown === text;
    }).catch(() => expect(shown).toBe(text));
  }
}

// The page runs these functions.

function hasCell(date: string): boolean {
  return document.querySelector(`[data-date="${date}"]`) !== null;
}

function selected(): string | undefined {
  if (document.querySelector('section.day[aria-busy=false]') === null) return undefined;
  return document.querySelector<HTMLElement>('[aria-selected=true]')?.dataset['date'];
}

function cell(date: string): Element | undefined {
  const found = document.querySelector(`[data-date="${date}"]`) ?? undefined;
  found?.scrollIntoView({ block: 'nearest' }); // above the sheet, which a click would hit
  return found;
}

function button(name: string): Element | undefined {
  const all = [...document.querySelectorAll('button')];
  const found = all.find((each) => (each.ariaLabel ?? each.textContent) === name);
  found?.scrollIntoView({ block: 'nearest' });
  return found;
}

function hasButton(name: string): boolean {
  return [...document.querySelectorAll('button')].some((each) => (each.ariaLabel ?? each.textContent) === name);
}

function label(text: string): Element | undefined {
  return [...document.querySelectorAll('label')].find((each) => each.textContent?.trim() === text);
}

function notice(): string | undefined {
  return document.querySelector('#notice')?.textContent ?? undefined;
}
