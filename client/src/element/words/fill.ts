/** Splits a text into parts, in which each `{name}` is replaced by its value. */
export function fill<Value = string>(
  text: string,
  values: Readonly<Record<string, Value | string>>,
): (Value | string)[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')));
}
