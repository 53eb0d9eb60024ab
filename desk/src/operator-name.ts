import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The id of the operator who is signed in. */
export const Self = createContext<string | undefined>(undefined);

/** Who made a change, or read a verse. */
interface Operator {
  readonly actor: string;
  readonly actorName?: string | undefined;
}

/** Returns what the page calls an operator. */
export function useOperatorName(): (operator: Operator) => string {
  const self = useContext(Self);
  return ({ actor, actorName = actor }) => (actor === self ? 'you' : actorName);
}
