/** What was typed into a field of a form, or undefined if nothing was. */
export function textOf(
  { currentTarget }: { readonly currentTarget: HTMLFormElement },
  name: string,
): string | undefined {
  return String(new FormData(currentTarget).get(name) ?? '').trim() || undefined;
}
