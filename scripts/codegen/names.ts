/** A value as a TypeScript literal. */
export function literal(value: unknown): string {
  return JSON.stringify(value, null, typeof value === 'object' ? 2 : undefined);
}

/**
 * A text as a comment in one line; with tags, as a block. Where the text would end it, it is escaped
 * as openapi-typescript does.
 */
export function comment(text: string, ...tags: string[]): string {
  const lines = [text.trim().replace(/\s+/g, ' '), ...tags].map((line) => line.replaceAll('*/', '*\\/'));
  return tags.length === 0 ? `/** ${lines[0]} */` : `/**\n * ${lines.join('\n * ')}\n */`;
}

/** A regular expression with the flag of Ajv's: handlers and Ajv must agree on every text. */
export function regExp(pattern: string): string {
  return `new RegExp(${literal(pattern)}, "u")`;
}

export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A key of an object: quoted where it must be. */
export function objectKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** A constant with the code of each member, without those that have none; nothing if none has. */
export function constant(name: string, members: readonly (readonly [key: string, code: unknown])[]): string[] {
  const lines = members.flatMap(([key, code]) => (code === undefined ? [] : [`  ${literal(key)}: ${code},`]));
  return lines.length === 0 ? [] : [`export const ${name} = {\n${lines.join('\n')}\n} as const;`];
}

/**
 * Splits `{name}` placeholders from the text around them: text and names alternate, beginning and
 * ending with text.
 */
export function splitTemplate(template: string): string[] {
  return template.split(/\{([a-z]\w*)\}/);
}
