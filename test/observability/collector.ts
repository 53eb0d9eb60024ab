import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The members of OTLP's spans that tests read (https://opentelemetry.io/docs/specs/otlp/). */
export interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector that receives OTLP over HTTP as JSON, and keeps it. */
export class Collector implements AsyncDisposable {
  readonly #server: Server;
  readonly #exports: Export[] = [];

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const isTraces = request.method === 'POST' && request.url === '/v1/traces';
      const received = await json(request);
      if (isTraces) this.#exports.push(received as Export);
      response.writeHead(isTraces ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
    });
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await once(collector.#server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get spans(): Span[] {
    return this.#exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  /** The names of the services that sent spans. */
  get serviceNames(): unknown[] {
    const attributes = this.#exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ resource }) => resource.attributes),
    );
    return attributes.filter(({ key }) => key === 'service.name').map(({ value }) => value['stringValue']);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
