import type { OpenAPIBackend, Operation } from 'openapi-backend';

/** Those that an operation can have; HEAD is answered wherever GET is. */
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];

/** The operations of a path, whatever their method. */
export function operationsAt(api: OpenAPIBackend, path: string): Operation[] {
  return methods.flatMap((method) => api.matchOperation({ method, path, headers: {} }) ?? []);
}

/** What the header `Allow` says of a path with these operations. */
export function allowedMethods(operations: readonly Operation[]): string {
  return operations.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
}
