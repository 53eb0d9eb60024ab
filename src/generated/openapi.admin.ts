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
         * Whether the process is alive
         * @description 200 as long as the process responds at all. It does not query the database:
         *     restarting the service would not repair that.
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
         * Whether the instance is ready for requests
         * @description 200 when all of this is true:
         *
         *     - The database responds within 800 milliseconds (`x-time-limit`) and accepts writes.
         *       It has the migrations and tables of this version, and its role the rights that a
         *       submission needs.
         *     - The instance's clock and the database's differed by less than 60 seconds
         *       (`x-max-clock-difference`) when they were last compared. The instance compares them
         *       at its start and once a minute.
         *     - There are keys to verify tokens with. An instance with `AUTH_JWKS_URL` has none
         *       until it has fetched the key set once.
         *
         *     503 otherwise, and as soon as the instance begins to stop: it still serves requests,
         *     but will soon stop listening.
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
         * The measurements of the instance
         * @description Measurements in the text format of Prometheus. Those that query the database
         *     are left out while it does not respond.
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
            /**
             * @description The version of the service, which is that of `openapi.yaml`.
             * @example 1.3.0
             */
            readonly version: string;
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
        readonly DatabaseReadOnly: {
            /** @enum {string} */
            readonly error: "Database read-only";
        };
        readonly SchemaBehind: {
            /** @enum {string} */
            readonly error: "Database schema behind";
        };
        readonly RightsMissing: {
            /** @enum {string} */
            readonly error: "Database tables or rights missing";
        };
        readonly ClockWrong: {
            /** @enum {string} */
            readonly error: "Clock differs from the database";
        };
        readonly KeySetUnavailable: {
            /** @enum {string} */
            readonly error: "Key set unavailable";
        };
        readonly InternalError: {
            /** @enum {string} */
            readonly error: "Internal error";
        };
        /**
         * @description The text format of Prometheus, version 0.0.4.
         * @example # HELP calendar_free_dates Dates that can still be reserved.
         */
        readonly Measurements: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Caches must not store any response (RFC 9111).
         * @example no-store
         */
        readonly "Cache-Control": string;
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
            /** @description The process is alive. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "alive",
                     *       "version": "1.3.0"
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
            /**
             * @description The instance is ready for requests. Clients ignore members that they do
             *     not know.
             */
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
            /** @description Send requests to another instance; `error` says why. */
            readonly 503: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShuttingDown"] | components["schemas"]["DatabaseUnavailable"] | components["schemas"]["DatabaseReadOnly"] | components["schemas"]["SchemaBehind"] | components["schemas"]["RightsMissing"] | components["schemas"]["ClockWrong"] | components["schemas"]["KeySetUnavailable"];
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
            /** @description All current measurements. */
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
