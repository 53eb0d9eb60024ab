import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { RecordedChange } from './desk-client.ts';

/** The id of the operator who is signed in. */
export const Self = createContext<string | undefined>(undefined);

/** Returns what the page calls whoever made a change. */
export function useOperatorName(): (change: Pick<RecordedChange, 'actor' | 'actorName'>) => string {
  const self = useContext(Self);
  return ({ actor, actorName = actor }) => (actor === self ? 'you' : actorName);
}
