import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type CollectedSpan = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, string | number>>;
};

type Value = { readonly stringValue?: string; readonly intValue?: number | string };
type Attribute = { readonly key: string; readonly value: Value };
type Exported = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'service'> & { attributes: Attribute[] })[];
    }[];
  }[];
};

/** A collector of OpenTelemetry on loopback that speaks OTLP over HTTP, in JSON. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** Of the last request. */
  headers: IncomingHttpHeaders = {};

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      collector.headers = request.headers;
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isSpans = request.method === 'POST' && request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
        if (isSpans) collector.spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as Exported));
        response.writeHead(isSpans ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    const collector = new Collector(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function spansOf({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
}
