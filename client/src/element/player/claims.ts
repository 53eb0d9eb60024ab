/** The user's id in a token, which only the service can verify. */
export function subjectOf(token: string): string {
  return String(claimsOf(token)['sub'] ?? 'nobody');
}

/** What a token says; nothing if it cannot be read: the service rejects such a token. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(payload, (byte) => byte.charCodeAt(0)))) ?? {};
  } catch {
    return {};
  }
}
