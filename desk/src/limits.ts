/** How long a text may be, in characters. A test compares them with the contract: the types that it gives have no limits. */
export const maxLength = { label: 100, note: 500 };
