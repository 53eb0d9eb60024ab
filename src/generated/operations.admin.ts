// Generated from contract/openapi.admin.yaml by `npm run codegen`. Do not edit.

import type { components } from './openapi.admin.ts';

type Schemas = components['schemas'];

/** The responses among constants and functions that return them. */
type ResponseOf<Responses> = {
  [Name in keyof Responses]: Responses[Name] extends (...given: never[]) => infer Returned ? Returned : Responses[Name];
}[keyof Responses];

const applicationJson = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const;

/** Whether the process is alive: its path and limits. */
export const livezOperation = {
  path: '/livez',
  method: 'GET',
} as const;

export const livezResponses = {
  /** 200: The process is alive. Clients ignore members that they do not know. */
  alive: (body: Pick<Schemas['Alive'], 'version'>) =>
    ({ status: 200, headers: applicationJson, body: { status: 'alive', version: body.version } }) as const,
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type LivezResponse = ResponseOf<typeof livezResponses>;

/** Whether the instance is ready for requests: its path and limits. */
export const readyzOperation = {
  path: '/readyz',
  method: 'GET',
  timeLimit: 'PT0.8S',
  maxClockDifference: 'PT60S',
} as const;

export const readyzResponses = {
  /** 200: The instance is ready for requests. Clients ignore members that they do not know. */
  ready: { status: 200, headers: applicationJson, body: { status: 'ready' } },
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
  /** 503: The instance is stopping */
  shuttingDown: { status: 503, headers: applicationJson, body: { error: 'Shutting down' } },
  /** 503: The database does not respond, or not in time */
  databaseUnavailable: { status: 503, headers: applicationJson, body: { error: 'Database unavailable' } },
  /** 503: The database accepts no writes */
  databaseReadOnly: { status: 503, headers: applicationJson, body: { error: 'Database read-only' } },
  /** 503: The database lacks migrations of this version */
  schemaBehind: { status: 503, headers: applicationJson, body: { error: 'Database schema behind' } },
  /**
   * 503: The database lacks a table, or its role a right, that a submission needs; the log says
   * which
   */
  rightsMissing: { status: 503, headers: applicationJson, body: { error: 'Database tables or rights missing' } },
  /** 503: The clocks of the instance and of the database differ */
  clockWrong: { status: 503, headers: applicationJson, body: { error: 'Clock differs from the database' } },
  /** 503: No key set has been fetched yet */
  keySetUnavailable: { status: 503, headers: applicationJson, body: { error: 'Key set unavailable' } },
} as const;

export type ReadyzResponse = ResponseOf<typeof readyzResponses>;

/** The measurements of the instance: its path and limits. */
export const metricsOperation = {
  path: '/metrics',
  method: 'GET',
} as const;

export const metricsResponses = {
  /** 200: All current measurements. */
  measurements: (body: Schemas['Measurements']) =>
    ({
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
      body,
    }) as const,
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type MetricsResponse = ResponseOf<typeof metricsResponses>;

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

/**
 * The handlers that implement the contract: one for each operation, which returns one of its
 * documented responses.
 */
export type Handlers = {
  /** Whether the process is alive */
  readonly livez: () => Promise<LivezResponse>;
  /** Whether the instance is ready for requests */
  readonly readyz: () => Promise<ReadyzResponse>;
  /** The measurements of the instance */
  readonly metrics: () => Promise<MetricsResponse>;
};
