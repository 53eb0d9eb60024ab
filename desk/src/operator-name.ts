import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Operator, operatorName } from './texts.ts';

/** The id of the operator who is signed in. */
export const Self = createContext<string | undefined>(undefined);

/** Returns what the page calls an operator. */
export function useOperatorName(): (operator: Operator) => string {
  const self = useContext(Self);
  return (operator) => operatorName(operator, self);
}
