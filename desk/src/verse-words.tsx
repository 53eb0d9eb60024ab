import { useEffect, useState } from 'preact/hooks';
import type { DeskSubmission } from './client.ts';

/**
 * The words of a verse, from the public API. Where that has another port, as with `ADMIN_PORT`,
 * there are none.
 */
export function VerseWords({
  verse: { bookId, chapter, verse },
}: {
  verse: Pick<DeskSubmission, 'bookId' | 'chapter' | 'verse'>;
}) {
  const [words, setWords] = useState<string>();
  useEffect(() => {
    const end = new AbortController();
    setWords(undefined);
    fetch(`/api/chapters/${bookId}/${chapter}`, { signal: end.signal })
      .then(async (response) => response.ok && setWords((await response.json()).verses[verse - 1]))
      .catch(() => {}); // the reference alone is enough to decide
    return () => end.abort();
  }, [bookId, chapter, verse]);
  return words ? <blockquote>{words}</blockquote> : null;
}
