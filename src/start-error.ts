/** Something that whoever starts the service can put right: the message is one line that says what, and how. */
export class StartError extends Error {}
