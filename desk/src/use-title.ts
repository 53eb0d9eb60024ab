import { useEffect } from 'preact/hooks';

/** Says in the tab's title how many verses are unread; undefined while nobody knows. */
export function useTitle(unread: number | undefined): void {
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = unread ? `(${unread}) ${title}` : title;
  }, [unread]);
}
