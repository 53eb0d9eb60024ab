import type { OpenAPIBackend, Operation } from 'openapi-backend';

/** HEAD is not among them: it is answered wherever GET is. */
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];

/** The operations of a path, whatever their method. */
export function operationsAt(api: OpenAPIBackend, path: string): Operation[] {
  return methods.flatMap((method) => api.matchOperation({ method, path, headers: {} }) ?? []);
}

/** What the header `Allow` says of a path. */
export function allowedMethods(api: OpenAPIBackend, path: string): string {
  const allowed = operationsAt(api, path).map(({ method }) => method.toUpperCase());
  return allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}
