/** Returns a random key. It is no UUID, since pages on insecure origins have no `randomUUID`. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
