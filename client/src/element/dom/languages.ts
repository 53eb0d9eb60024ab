import type { BookNames } from '../words/language.ts';
import type { Texts } from '../words/texts.ts';
import { loadModule } from './load-module.ts';

interface Translation {
  readonly texts: Texts;
  readonly bookNames: BookNames;
}

/** Loaded where the page needs them. English needs no loading. */
const translations: Readonly<Record<string, () => Promise<Translation>>> = {
  de: () => import('../words/languages/de.ts'),
  es: () => import('../words/languages/es.ts'),
};

/**
 * Returns the language of an element's content, as the nearest `lang` says, also around its shadow
 * root, if it is a valid tag.
 */
export function tagOf(element: Element): string | undefined {
  const nearest = element.closest<HTMLElement>('[lang]');
  const root = element.getRootNode();
  if (nearest === null && root instanceof ShadowRoot) return tagOf(root.host);
  try {
    return Intl.getCanonicalLocales(nearest?.lang)[0];
  } catch {
    return undefined;
  }
}

const listeners = new Set<() => void>();
let observer: MutationObserver | undefined;

/**
 * Calls a function when the page changes its `lang`, until the signal. All elements share one
 * observer. `dir` needs none: it is inherited.
 */
export function onPageLanguage(listener: () => void, signal: AbortSignal): void {
  observer ??= new MutationObserver(() => {
    for (const each of listeners) each();
  });
  if (listeners.size === 0) observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  listeners.add(listener);
  signal.addEventListener('abort', () => {
    listeners.delete(listener);
    if (listeners.size === 0) observer?.disconnect();
  });
}

/** @param tag a BCP 47 tag, of which the language counts: `de-AT` is German */
export async function loadLanguage(tag: string | undefined): Promise<Translation | undefined> {
  const load = translations[tag?.split('-')[0] ?? ''];
  try {
    return load && (await loadModule(load));
  } catch {
    return undefined; // English is better than nothing
  }
}
