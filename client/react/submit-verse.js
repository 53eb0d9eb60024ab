import { createElement, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';

/**
 * React sets the properties and listeners of a custom element where it creates it, but not where it
 * hydrates what a server has rendered, and a server would write a token into the page.
 */
const properties = ['baseUrl', 'token', 'texts', 'bookNames', 'readChapter', 'value'];
const isListener = (name) => /^on[a-z]/.test(name);

/** `<submit-verse>` for React 19, also where a server renders the page. */
export function SubmitVerse({ ref, ...props }) {
  const element = useRef(null);
  const set = useRef({});
  useImperativeHandle(ref, () => element.current, []);

  useEffect(() => {
    void import('@verse-submissions/client/element'); // defines the element, in browsers alone
  }, []);

  // Before the element asks who the player is. As React does, only what the page has changed: the
  // player may have chosen another verse meanwhile.
  useLayoutEffect(() => {
    for (const name of properties) {
      if (props[name] !== set.current[name]) element.current[name] = props[name];
    }
    set.current = props;
  });

  useLayoutEffect(() => {
    const end = new AbortController();
    for (const [name, listener] of Object.entries(props)) {
      if (isListener(name) && listener) element.current.addEventListener(name.slice(2), listener, end);
    }
    return () => end.abort();
  });

  const attributes = Object.entries(props).filter(([name]) => !properties.includes(name) && !isListener(name));
  return createElement('submit-verse', { ...Object.fromEntries(attributes), ref: element });
}
