type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Name], 'part'>> & {
  readonly part?: string;
};

/** Creates an element from text and elements, never from HTML. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<Name> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** A button that does not submit a form. */
export function createButton(part: string, onClick: () => void): HTMLButtonElement {
  const button = create('button', { part, type: 'button' });
  button.addEventListener('click', onClick);
  return button;
}

/**
 * Gives an element a text, unless it has it: a screen reader reads whatever is written into a live
 * region or the focused button.
 */
export function write(element: HTMLElement, ...content: readonly (Node | string)[]): void {
  const text = content.map((part) => (typeof part === 'string' ? part : part.textContent)).join('');
  if (element.textContent !== text) element.replaceChildren(...content);
}

/** Keeps a text in one piece within a text of the other direction. */
export function isolate(text: string): HTMLElement {
  return create('bdi', {}, text);
}
