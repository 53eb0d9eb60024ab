/**
 * Work that would change what is under a press. `isClick` says whether a button has been clicked
 * meanwhile.
 */
type Work = (isClick: boolean) => void;

/** Does some work at once or, while a button is pressed, after the press. */
export type AfterPress = (work: Work) => void;

// On a touch screen, the mouse's events come when the finger has left the button, and the focus
// moves with them.
const starts = ['pointerdown', 'mousedown'];
const ends = ['pointerup', 'pointercancel', 'mouseup', 'contextmenu', 'keydown'];

/**
 * Keeps buttons and suggestions as they are while one of them is pressed: it does what it said at
 * the beginning of the press, and stays under the pointer.
 */
export function createPress(root: ShadowRoot): AfterPress {
  const waiting = new Set<Work>();
  let press: AbortController | undefined;
  let isClick = false;
  const isButton = ({ target }: Event) => (target as Element).closest('button,[role=option]') !== null;

  function start(event: Event): void {
    if (press !== undefined || !isButton(event)) return;
    isClick = false;
    press = new AbortController();
    for (const type of ends) window.addEventListener(type, end, { capture: true, signal: press.signal });
  }
  function end(): void {
    press?.abort();
    press = undefined;
    setTimeout(finish); // the click comes first
  }
  function finish(): void {
    if (press !== undefined) return;
    const works = [...waiting];
    waiting.clear();
    for (const work of works) work(isClick);
  }
  for (const type of starts) root.addEventListener(type, start, true);
  root.addEventListener('click', (event) => (isClick ||= isButton(event)), true);

  return (work) => {
    if (press === undefined) work(false);
    else waiting.add(work);
  };
}
