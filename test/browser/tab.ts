/**
 * What a test needs of a browser, whatever its engine: one dark tab, as wide as a phone, with a
 * storage of its own. Its end ends the browser.
 */
export interface Tab extends AsyncDisposable {
  /**
   * What the console complains of: exceptions, violations of policies. It is absent where the
   * driver does not tell.
   */
  readonly complaints?: readonly string[];
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression of the page, whose value is JSON. */
  evaluate<Result>(expression: string): Promise<Result>;
  /** Clicks the element that is the value of an expression of the page. */
  click(expression: string): Promise<void>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  press(key: 'Tab' | 'Enter' | 'Backspace'): Promise<void>;
}
