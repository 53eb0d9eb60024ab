import type { Tools } from '../dom/tools.ts';

const css = `
.line{height:auto;min-height:1.75em}
.line>div{position:static}
.line>:has([role=option]):not(:has([hidden])){position:absolute;top:6px;color:CanvasText;background:var(--submit-verse-field,Canvas)}
[part=suggestions]{border:var(--border);border-radius:var(--radius)}
[part=suggestion]{display:flex;align-items:center;gap:.5em;min-height:44px;padding:0 .75em;cursor:pointer}
[part=suggestion] bdi{flex:none}
[part=suggestion] small{flex:auto;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
[part=suggestion] mark{color:inherit;background:none;font-weight:bold}
[part=suggestion]:hover,[aria-selected=true]{outline:2px solid var(--accent);outline-offset:-2px}
`;

/**
 * The `keyCode` of a key that an input method takes; Safari's `isComposing` misses the Enter that
 * ends it.
 */
const composing = 229;

export interface ComboboxHost extends Tools {
  readonly input: HTMLInputElement;
  /** Where the suggestions appear. */
  readonly place: HTMLElement;
  /** Where screen readers learn how many there are. */
  readonly count: HTMLElement;
  readonly signal: AbortSignal;
}

interface Suggestion {
  readonly label: string;
  /** What is said of it, in small type. */
  readonly about?: readonly (Node | string)[];
  pick(): void;
}

/**
 * A list that a field with the role `combobox` controls, as ARIA 1.2 has it: the focus stays in the
 * field, and `aria-activedescendant` names the suggestion that Enter picks.
 *
 * @param label what the list is called
 */
export function createCombobox(
  { input, place, count, signal, adoptStyles, create, isolate, write }: ComboboxHost,
  label: string,
  countText: (count: number) => string,
) {
  const list = create('div', { part: 'suggestions', role: 'listbox', id: 'suggestions', ariaLabel: label });
  list.hidden = true;
  place.append(list);
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', list.id);
  adoptStyles(input.getRootNode() as ShadowRoot, css);
  signal.addEventListener('abort', () => {
    open(false);
    list.remove();
  });
  let suggestions: readonly Suggestion[] = [];
  let active = -1;

  function activate(index: number): void {
    active = index;
    [...list.children].forEach((option, each) => {
      option.ariaSelected = String(each === active);
    });
    const option = list.children[active];
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', option.id);
  }

  function open(isOpen: boolean): void {
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    write(count, isOpen ? countText(suggestions.length) : '');
    if (!isOpen) activate(-1);
  }

  function optionOf({ label, about }: Suggestion, index: number): HTMLElement {
    const option = create('div', { part: 'suggestion', role: 'option', id: `suggestion-${index}` }, isolate(label));
    if (about) option.append(' ', create('small', { dir: 'auto' }, ...about));
    return option;
  }

  const on = <Type extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => target.addEventListener(type, listener, { signal });
  on(list, 'mousedown', (event) => event.preventDefault()); // the field keeps the focus
  on(list, 'click', ({ target }) => {
    const option = (target as Element).closest('[role=option]');
    if (option !== null) suggestions[[...list.children].indexOf(option)]?.pick();
  });
  on(input, 'blur', () => open(false));
  on(input, 'keydown', (event) => {
    const { key, keyCode, shiftKey, ctrlKey, metaKey } = event;
    if (keyCode === composing || shiftKey || ctrlKey || metaKey) return; // with these, arrows are about the text
    if (key === 'Escape' && !list.hidden) open(false);
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && suggestions.length > 0) {
      const isOpen = !list.hidden;
      open(true);
      // After the last one comes the field itself, then the first one.
      const places = suggestions.length + 1;
      const step = key === 'ArrowDown' ? 1 : -1;
      activate(isOpen || step === -1 ? ((active + 1 + step + places) % places) - 1 : 0);
    } else return;
    event.preventDefault();
  });

  return {
    /** Offers suggestions, the best first; none closes the list. */
    show(next: readonly Suggestion[]): void {
      const isKept = next[active]?.label === suggestions[active]?.label;
      const kept = isKept ? active : -1;
      suggestions = next;
      list.replaceChildren(...next.map(optionOf));
      // What comes late does not cover the page when the player is elsewhere.
      open(next.length > 0 && input.matches(':focus'));
      if (!list.hidden) activate(kept);
    },
    /** Makes the first suggestion the one that Enter picks. */
    activateFirst: () => activate(0),
    /** @returns whether there was an active suggestion, which is picked now */
    pickActive(): boolean {
      const suggestion = suggestions[active];
      suggestion?.pick();
      return suggestion !== undefined;
    },
  };
}
