/**
 * A problem that the operator can fix. The message is one line that says what is wrong and how to
 * fix it.
 */
export class StartError extends Error {}
