import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const channel = 'http.server.request.start';

/** Resolves when that many more requests have reached the services of this process. */
export function arrivals(count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    const countDown = () => {
      left -= 1;
      if (left > 0) return;
      unsubscribe(channel, countDown);
      resolve();
    };
    subscribe(channel, countDown);
  });
}
