/** What makes a change, and says what became of it. The page loads it with the first change. */
export { messageOf } from './message.ts';
export { join, noOutcome, perform } from './perform.ts';
