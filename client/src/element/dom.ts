type Properties = Partial<Record<'part' | 'role' | 'htmlFor' | 'dateTime' | 'label' | 'value' | 'name', string>>;

/** Creates an element from text and elements, never from HTML. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}
