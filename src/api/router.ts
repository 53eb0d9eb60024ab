import { OpenAPIRouter, type Operation } from 'openapi-backend';

/**
 * openapi-backend's router, which lists the operations once. The library's own maps the whole
 * contract again for every request, twice if the path has parameters
 * (https://github.com/openapistack/openapi-backend/blob/5.21.2/src/router.ts, `matchOperation` and
 * `getOperations`).
 */
export class Router extends OpenAPIRouter {
  readonly #operations: Operation[] = super.getOperations();

  override getOperations(): Operation[] {
    return this.#operations;
  }
}
