let styles: CSSStyleSheet | undefined;

const css = `
.line>:has([role=option]):not(:has([hidden])){color:CanvasText;background:Canvas}
[part=suggestions]{border:var(--border);border-radius:var(--radius)}
[part=suggestion]{display:flex;align-items:center;gap:.5em;min-height:44px;padding:0 .75em;cursor:pointer}
[part=suggestion] bdi{flex:none}
[part=suggestion] small{flex:auto;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
[part=suggestion]:hover,[aria-selected=true]{outline:2px solid var(--accent);outline-offset:-2px}
`;

/** Adds the styles of the suggestions. */
export function addStyles(root: ShadowRoot): void {
  if (styles === undefined) {
    styles = new CSSStyleSheet();
    styles.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(styles)) root.adoptedStyleSheets.push(styles);
}
