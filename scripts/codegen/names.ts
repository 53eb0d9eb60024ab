/** A value as a TypeScript literal. */
export function literal(value: unknown): string {
  return JSON.stringify(value, null, typeof value === 'object' ? 2 : undefined);
}

export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
