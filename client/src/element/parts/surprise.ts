import type { Verse } from '../words/language.ts';
import { anyWellKnownVerse } from '../words/well-known-verses.ts';

export { knownFirst } from '../words/known-first.ts';

/** What a surprise needs of the element, which loads this module for the first one. */
interface SurpriseHost {
  readonly button: HTMLButtonElement;
  readonly chosen: Verse | undefined;
  choose(verse: Verse): void;
  /** Writes that a button leads back to a verse. */
  backTo(verse: Verse): string;
}

/**
 * Chooses a well-known verse. A button leads back to the verse that was chosen before: the
 * browser's own Back would leave the page that has the element. It stands in the line below the
 * field, which is there anyway, so nothing moves.
 */
export function surprise({ button, chosen, choose, backTo }: SurpriseHost): void {
  const finder = button.closest('.finder');
  finder?.querySelector('[part~=back]')?.remove();
  if (chosen !== undefined) {
    const back = document.createElement('button');
    Object.assign(back, { type: 'button', className: 'quiet', part: 'button back', textContent: backTo(chosen) });
    back.addEventListener('click', () => {
      button.focus();
      back.remove();
      choose(chosen);
    });
    finder?.querySelector('.line')?.append(back);
    finder?.querySelector('input')?.addEventListener('input', () => back.remove(), { once: true });
  }
  choose(anyWellKnownVerse(chosen));
}
