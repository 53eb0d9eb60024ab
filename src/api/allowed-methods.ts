import type { OpenAPIBackend, Operation } from 'openapi-backend';

/** The methods that an operation can have. HEAD works wherever GET does. */
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];

/** The operations of a path, for all methods. */
export function operationsAt(api: OpenAPIBackend, path: string): Operation[] {
  return methods.flatMap((method) => api.matchOperation({ method, path, headers: {} }) ?? []);
}

/** The value of the header `Allow` for a path with these operations. */
export function allowedMethods(operations: readonly Operation[]): string {
  return operations.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
}
