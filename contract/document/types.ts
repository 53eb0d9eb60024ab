/**
 * A contract: a document in the profile (`contract/profile.yaml`, which says what each member
 * means). The types of `openapi-types` would need a cast at almost every step: they allow
 * references where our contracts have none, and have no place for extensions below an operation.
 */
export interface Contract {
  info: { title: string; version: string; description: string };
  paths: Record<string, PathItem>;
  security: SecurityRequirement[];
  components: {
    schemas: Record<string, WrittenSchema>;
    headers: Record<string, WrittenHeader>;
    parameters?: Record<string, WrittenParameter>;
    /** The responses that several operations share, and those that belong to none (`x-status`). */
    responses?: Record<string, WrittenResponse>;
    securitySchemes?: { bearerAuth: SecurityScheme };
  };
}

interface SecurityScheme {
  type: 'http';
  scheme: 'bearer';
  bearerFormat: 'JWT';
  description: string;
  'x-subject'?: { minLength: number; maxLength: number };
  'x-not-before-tolerance'?: string;
  /** The roles that a token can have, by name. */
  'x-roles'?: Record<string, Role>;
}

export interface Role {
  description: string;
  /** The roles that come with it. */
  includes?: string[];
}

export type Method = 'get' | 'put' | 'post' | 'delete';

/** The operations of a path by method. */
type PathItem = { [method in Method]?: WrittenOperation };

/**
 * An operation as it is written: references may stand for its parameters, its responses and what
 * they have.
 */
type WrittenOperation = Omit<Operation, 'security' | 'parameters' | 'requestBody' | 'responses'> & {
  security?: SecurityRequirement[];
  parameters?: (Ref | WrittenParameter)[];
  requestBody?: Omit<RequestBody, 'schema'>;
  responses: Record<string, Ref | WrittenResponse>;
};

/** An operation without references, except the names of bodies. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: true;
  /** Its own, or the document's; empty where it needs no token. */
  security: SecurityRequirement[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
  'x-checks'?: Check[];
  /** The role that its token must have, or one that includes it. */
  'x-role'?: string;
  'x-cooldown'?: string;
  'x-time-limit'?: string;
  'x-max-clock-difference'?: string;
}

interface RequestBody {
  description: string;
  required: true;
  'x-max-bytes': number;
  /** Set where a body counts as JSON only with the Content-Type `application/json`. */
  'x-media-type'?: 'required';
  content: { 'application/json': { schema: Ref; example: unknown } };
  /** The schema of the JSON body. */
  schema: Schema;
}

/** One row of `x-checks`: the rejection of a check, and the rejections that can take its place. */
export interface Check extends Rejection {
  name: string;
  otherwise?: (Rejection & { when: string })[];
}

export interface Rejection {
  status: number;
  error: Ref;
}

export interface Response {
  /** Where it is in the contract: at its operation, or under `components/responses`. */
  pointer: string;
  description: string;
  headers: Record<string, Header>;
  /**
   * One body by its media type; empty in a response without a body. A body has a schema with a
   * name, or is one of several.
   */
  content: Record<string, Body>;
  /** The status of a response that belongs to no operation. */
  'x-status'?: number;
  /** Set where middleware sends the response: the operation's handler cannot return it. */
  'x-set-by'?: 'middleware';
}

export type WrittenResponse = Omit<Response, 'pointer' | 'headers' | 'content'> & {
  headers?: Record<string, Ref>;
  content?: Response['content'];
};

export interface Body {
  schema: Ref | { oneOf: Ref[] };
  example?: unknown;
  /** By the name of the schema that the example has. */
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface Header {
  description: string;
  required: true;
  schema: Schema;
  example?: string | number;
  /** Set where middleware sends the header: generated responses leave it out. */
  'x-set-by'?: 'middleware';
}

type WrittenHeader = Omit<Header, 'schema'> & { schema: Ref | WrittenSchema };

/** The names of the schemes that must all be satisfied. */
type SecurityRequirement = Record<string, string[]>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required: boolean;
  schema: Schema;
  example: string | number;
  /** Set where middleware reads the parameter: the operation's handler does not get it. */
  'x-read-by'?: 'middleware';
}

type WrittenParameter = Omit<Parameter, 'schema'> & { schema: Ref | WrittenSchema };

export interface Schema {
  type: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  format?: string;
  enum?: string[];
  example?: string;
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
  maximum?: number;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: false;
  /** Of `BookId`: the books by their codes, with the number of verses of each chapter. */
  'x-division'?: Record<string, { name: string; verses: number[] }>;
  'x-messages'?: Record<string, string>;
  /** Of a header: the value that this service sends. Another server may send it otherwise. */
  'x-sent'?: string;
}

type WrittenSchema = Omit<Schema, 'items' | 'properties'> & {
  items?: Ref | WrittenSchema;
  properties?: Record<string, Ref | WrittenSchema>;
};

export interface Ref {
  $ref: string;
}
