import { cluster } from './cluster.ts';

export default async function globalTeardown(): Promise<void> {
  await cluster('stop', '--purge');
}
