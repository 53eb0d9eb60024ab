const sheets = new Map<string, CSSStyleSheet>();

/**
 * Adds styles, once. They are constructed, since a page's Content-Security-Policy may forbid style
 * elements and attributes; and only where there is a document.
 */
export function adoptStyles(root: ShadowRoot, text: string): void {
  let sheet = sheets.get(text);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.set(text, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** Whether a page is dark, as its text is light, but does not say so by `color-scheme`. */
export function isOnDark(element: Element): boolean {
  const { color, colorScheme } = getComputedStyle(element.parentElement ?? document.body);
  return (
    colorScheme === 'normal' &&
    color.startsWith('rgb') &&
    (color.match(/[\d.]+/g) ?? []).slice(0, 3).every((part) => Number(part) > 140)
  );
}

// Text on the accent is black or white, whichever contrasts more: at a luminance of 0.179, both do
// alike (WCAG 2.2). On a phone, Submit stays in sight below a long verse, but not where the window
// has room for less than 30 lines of the element's text: there it would cover what it submits.
// No build removes spaces from it.
export const css = `
:host{display:block;line-height:1.5;
--accent:var(--submit-verse-accent,light-dark(#8a1c14,#f2a999));
--dark:clamp(0,(.179 - .2126*r - .7152*g - .0722*b)*1e6,1);
--gap:var(--submit-verse-spacing,1em);
--border:var(--submit-verse-border,1px solid #888);
--line:var(--submit-verse-line,var(--border));
--small:max(.85em,13px);
--radius:var(--submit-verse-radius,4px)}
:host(:state(dark)){color-scheme:dark}
[hidden],:host([hidden]){display:none!important}
h2,h3,h4,p,ul,fieldset,figure,blockquote{margin:0;padding:0;border:0;min-width:0}
h2,h3,h4,blockquote,figcaption{font:inherit;font-family:var(--submit-verse-font,inherit);line-height:1.25}
h2{font-size:1.8em;text-wrap:balance;scroll-margin-top:1em}
div:not([hidden])+h2{margin-top:calc(var(--gap)*1.5)}
h2,h3,h4,p,label,button,summary,small{unicode-bidi:plaintext}
p,blockquote{overflow-wrap:anywhere;text-wrap:pretty}
p,slot{display:block;margin-top:calc(var(--gap)*.75)}
form{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--gap);margin-top:var(--gap);container-type:inline-size}
fieldset{display:grid;grid-template-columns:1fr 1fr;gap:var(--gap)}
.book{grid-column:1/-1}
.row{display:flex;flex-wrap:wrap;align-items:start;gap:calc(var(--gap)*.5)}
.row>*{flex:1 1 auto;width:auto}
[part=card] .row{margin-top:var(--gap)}
.finder{display:grid;grid-template-columns:auto 1fr;align-items:last baseline;margin-bottom:calc(var(--gap)*-.5)}
.finder>*{grid-column:1/-1}
.finder label{grid-area:1/1;padding:.25em 0}
.finder .row{grid-area:1/2;justify-content:end;gap:0 1em}
.finder .row>*{flex:none}
@container (width<19em){.finder .line{min-height:min(2.75em,50px)}.finder .row{grid-area:auto/1/auto/-1;justify-content:start;margin-block:-.75em -.25em}}
.line{position:relative;height:1.75em}
.line>*{position:absolute;z-index:2;inset-inline:0}
select,input,button,summary{box-sizing:border-box;font:inherit;min-height:44px;width:100%;min-width:0;border:var(--border);border-radius:var(--radius);padding:0 .75em}
select,input{font-size:max(1em,16px);color:CanvasText;background:var(--submit-verse-field,Canvas)}
input{scroll-margin-top:6px}
input::placeholder{color:inherit;opacity:.65}
select{margin-top:.25em}
button,summary{color:inherit;background:none}
[part~=submit],[part~=try-again]{background:var(--accent);color:color(from var(--accent) srgb-linear var(--dark) var(--dark) var(--dark));border-color:#0000;font-weight:bold}
[part~=submit]:disabled{background:none;color:inherit;border:1px dashed;font-weight:normal}
@media (max-width:40em){form:not(:has(input:focus)) [part~=submit]:enabled{position:sticky;z-index:1;bottom:min(env(safe-area-inset-bottom),(100svh - 30em)*1e3)}}
form>:not([part~=submit]){scroll-margin-bottom:calc(44px + var(--gap)*2)}
.quiet{width:auto;border:0;padding:0;font-size:var(--small);text-decoration:underline}
.quiet::after{display:inline-block;margin-inline-start:.3em}
button[aria-expanded]::after{content:"▾"/""}
button[aria-expanded=true]::after{content:"▴"/""}
.line .quiet{min-height:100%;inset-inline-end:auto}
:focus-visible{outline:3px solid var(--submit-verse-focus,CanvasText);outline-offset:2px;box-shadow:0 0 0 2px Canvas}
h2:focus-visible{outline:0;box-shadow:none}
.unseen{position:absolute;clip-path:inset(50%);white-space:nowrap}
small{font-size:var(--small)}
[inert],fieldset:disabled{opacity:.6}
[part=problem]{margin-top:.4em;font-size:var(--small);line-height:1.4}
[aria-invalid=true]+div [part=problem]{color:var(--submit-verse-error,inherit)}
@media (max-width:30em){h2{font-size:1.5em}[part=message]{font-size:max(.9em,13px)}form{gap:calc(var(--gap)*.75);margin-top:calc(var(--gap)*.5)}}
@media (prefers-reduced-motion:no-preference){[aria-busy=true]{animation:wait 1.2s ease-in-out infinite alternate}}
@keyframes wait{to{opacity:.5}}
`;
