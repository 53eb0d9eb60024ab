/**
 * A path with invalid percent-encoding matches no path of a contract. openapi-backend would throw
 * if it matched one with a parameter.
 */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
