/**
 * Answers the question that was asked last: another one aborts it.
 *
 * @param answer finds the answer, which is undefined if this rejects
 * @param end ends the asking
 * @param onAnswer called when an answer has come, or does not come
 * @returns a function that asks, unless it was asked the same last, and returns the answer once it
 *   is there
 */
export function createLatest<Question, Answer>(
  answer: (question: Question, signal: AbortSignal) => Promise<Answer | undefined>,
  end: AbortSignal,
  onAnswer: () => void,
): (question: Question) => Answer | undefined {
  let asked: string | undefined;
  let found: Answer | undefined;
  let asking = new AbortController();

  async function ask(question: Question): Promise<void> {
    asking.abort();
    asking = new AbortController();
    const signal = AbortSignal.any([asking.signal, end]);
    const next = await answer(question, signal).catch(() => undefined);
    if (signal.aborted) return;
    found = next;
    onAnswer();
  }

  return (question) => {
    const key = JSON.stringify(question);
    if (key !== asked) {
      asked = key;
      found = undefined;
      void ask(question);
    }
    return found;
  };
}
