import { createElement, useEffect, useRef } from 'react';

/**
 * React sets the properties and listeners of a custom element where it creates it, but not where it
 * hydrates what a server has rendered, and a server would write a token into the page.
 */
const isProperty = (name) => ['token', 'texts', 'bookNames', 'readChapter', 'value'].includes(name);
const isListener = (name) => /^on[a-z]/.test(name);

/** `<submit-verse>` for React 19, also where a server renders the page. */
export function SubmitVerse({ ref, ...props }) {
  const element = useRef(null);

  useEffect(() => {
    void import('@verse-submissions/client/element'); // defines the element, in browsers alone
  }, []);

  useEffect(() => {
    if (typeof ref === 'function') return ref(element.current);
    if (ref) ref.current = element.current;
  }, [ref]);

  useEffect(() => {
    for (const [name, value] of Object.entries(props)) {
      if (isProperty(name) && element.current[name] !== value) element.current[name] = value;
    }
  });

  useEffect(() => {
    const end = new AbortController();
    for (const [name, listener] of Object.entries(props)) {
      if (isListener(name) && listener) element.current.addEventListener(name.slice(2), listener, end);
    }
    return () => end.abort();
  });

  const attributes = Object.entries(props).filter(([name]) => !isProperty(name) && !isListener(name));
  return createElement('submit-verse', { ...Object.fromEntries(attributes), ref: element });
}
