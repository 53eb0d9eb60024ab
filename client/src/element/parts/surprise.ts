import type { Verse } from '../words/language.ts';
import { anyWellKnownVerse } from '../words/well-known-verses.ts';

export { knownFirst } from '../words/known-first.ts';

/**
 * Chooses a well-known verse. A button leads back to the verse that was chosen before: the
 * browser's own Back would leave the page that has the element. It stands in the line below the
 * field, which is there anyway, so nothing moves.
 *
 * @param button the one that the player pressed
 * @param backTo writes that a button leads back to a verse
 */
export function surprise(
  button: HTMLButtonElement,
  chosen: Verse | undefined,
  choose: (verse: Verse) => void,
  backTo: (verse: Verse) => string,
): void {
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
