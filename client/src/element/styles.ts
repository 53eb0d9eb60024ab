/** Constructed, since a page's Content-Security-Policy may forbid style elements and attributes. No build removes spaces from it. */
export const styles = new CSSStyleSheet();

styles.replaceSync(`
:host{display:block;line-height:1.5;--accent:var(--submit-verse-accent,light-dark(#8a1c14,#f2a999))}
[hidden],:host([hidden]){display:none}
h2,h3,p,ul,fieldset{margin:0;padding:0;border:0}
h2,h3,form p,h2 + div > :first-child{font:1.2em/1.25 var(--submit-verse-font,ui-serif,Georgia,serif);outline:0}
p,slot,li{display:block;margin-top:.75em}
h2 + div > :first-child{font-size:1.5em}
form p{color:var(--accent);font-size:min(3em,11vw)}
fieldset{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,10em),1fr));gap:1em}
form,fieldset{margin:1.5em 0}
select,button{font:inherit;min-height:44px;width:100%;border:1px solid #888;border-radius:4px}
select{color:CanvasText;background:Canvas;margin-top:.25em;padding:0 .5em}
button{color:light-dark(#fff,#111);background:var(--accent);border-color:#0000}
section{border-top:1px solid #888;margin-top:2.5em;padding-top:1.5em}
li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1em}
`);
