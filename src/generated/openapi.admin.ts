// Generated from contract/openapi.admin.yaml by `npm run codegen`. Do not edit.

export interface paths {
    readonly "/livez": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the process lives
         * @description 200 as long as the process answers at all. It asks nothing of the database: to restart the service would not bring that back.
         */
        readonly get: operations["livez"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the instance can be sent requests
         * @description 200 when the database answers within 800 milliseconds and its schema has all that this version needs. 503 as soon as the instance
         *     has been told to stop: it still answers what it is sent, and will soon listen no more.
         */
        readonly get: operations["readyz"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * How the instance fares
         * @description Measurements in the text format of Prometheus. What has to be asked of the database is left out while that does not answer.
         */
        readonly get: operations["metrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Alive: {
            /** @enum {string} */
            readonly status: "alive";
        };
        readonly Ready: {
            /** @enum {string} */
            readonly status: "ready";
        };
        readonly ShuttingDown: {
            /** @enum {string} */
            readonly error: "Shutting down";
        };
        readonly DatabaseUnavailable: {
            /** @enum {string} */
            readonly error: "Database unavailable";
        };
        readonly SchemaBehind: {
            /** @enum {string} */
            readonly error: "Database schema behind";
        };
        readonly InternalError: {
            /** @enum {string} */
            readonly error: "Internal error";
        };
        /** @description The text format of Prometheus, version 0.0.4. */
        readonly Measurements: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description No answer may be stored by a cache (RFC 9111). */
        readonly "Cache-Control": "no-store";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly livez: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process lives. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "alive"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Alive"];
                };
            };
            /** @description Something failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    readonly readyz: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Requests will be answered. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description Something failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description Requests should be sent to another instance; `error` says why. */
            readonly 503: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShuttingDown"] | components["schemas"]["DatabaseUnavailable"] | components["schemas"]["SchemaBehind"];
                };
            };
        };
    };
    readonly metrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every measurement, as of now. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP calendar_free_dates Dates that can still be reserved, up to the horizon
                     *     # TYPE calendar_free_dates gauge
                     *     calendar_free_dates 359
                     */
                    readonly "text/plain; version=0.0.4; charset=utf-8": components["schemas"]["Measurements"];
                };
            };
            /** @description Something failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
}
