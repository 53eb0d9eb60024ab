import { bearerAuthSubject } from '../generated/operations.ts';

/** Whether a text can be the id of a player or an operator, in characters as JSON Schema counts. */
export function isSubject(text: string): boolean {
  const { length } = [...text];
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength;
}
