// Generated from contract/openapi.admin.yaml by `npm run codegen`. Do not edit.

import type { components } from './openapi.admin.ts';

type Schemas = components['schemas'];

/** Whether the process is alive: its path, limits and checks. */
export const livezOperation = {
  "id": "livez",
  "path": "/livez",
  "method": "GET"
} as const;

export type LivezResponse =
  | { readonly status: 200; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["Alive"] }
  | { readonly status: 500; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["InternalError"] };

export const livezResponses = {
  /** 200: The process is alive. */
  alive: { status: 200, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { status: "alive" } },
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Internal error" } },
} as const;

/** Whether the instance is ready for requests: its path, limits and checks. */
export const readyzOperation = {
  "id": "readyz",
  "path": "/readyz",
  "method": "GET",
  "timeLimit": "PT0.8S",
  "maxClockDifference": "PT60S"
} as const;

export type ReadyzResponse =
  | { readonly status: 200; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["Ready"] }
  | { readonly status: 500; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["InternalError"] }
  | { readonly status: 503; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["ShuttingDown"] }
  | { readonly status: 503; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["DatabaseUnavailable"] }
  | { readonly status: 503; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["SchemaBehind"] }
  | { readonly status: 503; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["RightsMissing"] }
  | { readonly status: 503; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["ClockWrong"] }
  | { readonly status: 503; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["KeySetUnavailable"] };

export const readyzResponses = {
  /** 200: The instance is ready for requests. */
  ready: { status: 200, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { status: "ready" } },
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Internal error" } },
  /** 503: The instance is stopping */
  shuttingDown: { status: 503, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Shutting down" } },
  /** 503: The database does not respond, or not in time */
  databaseUnavailable: { status: 503, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Database unavailable" } },
  /** 503: The database lacks migrations of this version */
  schemaBehind: { status: 503, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Database schema behind" } },
  /** 503: The database lacks a table, or its role a right, that a submission needs; the log says which */
  rightsMissing: { status: 503, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Database tables or rights missing" } },
  /** 503: The clocks of the instance and of the database differ */
  clockWrong: { status: 503, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Clock differs from the database" } },
  /** 503: No key set has been fetched yet */
  keySetUnavailable: { status: 503, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Key set unavailable" } },
} as const;

/** The measurements of the instance: its path, limits and checks. */
export const metricsOperation = {
  "id": "metrics",
  "path": "/metrics",
  "method": "GET"
} as const;

export type MetricsResponse =
  | { readonly status: 200; readonly headers: { readonly "Content-Type": "text/plain; version=0.0.4; charset=utf-8"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["Measurements"] }
  | { readonly status: 500; readonly headers: { readonly "Content-Type": "application/json"; readonly "Cache-Control": "no-store" }; readonly body: Schemas["InternalError"] };

export const metricsResponses = {
  /** 200: All current measurements. */
  measurements: (body: Schemas["Measurements"]) =>
    ({ status: 200, headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" }, body }) as const,
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body: { error: "Internal error" } },
} as const;

/** Every operation. */
export const operations = [livezOperation, readyzOperation, metricsOperation] as const;

/** The responses that are returned without the operation's handler. */
export const fallbackResponses = {
  livez: {
    failed: livezResponses.internalError,
    malformed: {},
  },
  readyz: {
    failed: readyzResponses.internalError,
    malformed: {},
  },
  metrics: {
    failed: metricsResponses.internalError,
    malformed: {},
  },
} as const;

/** The handlers that implement the contract: one for each operation, which returns one of its documented responses. */
export type Handlers = {
  /** Whether the process is alive */
  livez(): Promise<LivezResponse>;
  /** Whether the instance is ready for requests */
  readyz(): Promise<ReadyzResponse>;
  /** The measurements of the instance */
  metrics(): Promise<MetricsResponse>;
};
