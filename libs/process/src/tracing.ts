import type { Attributes, Span, SpanContext, SpanKind, Tracer } from '@opentelemetry/api';

type TracingOptions = {
  readonly endpoint: string | undefined;
  /** `name=value,…` with percent-encoding. */
  readonly headers?: string | undefined;
  readonly service: string;
};

type SpanOptions = {
  readonly kind: keyof typeof SpanKind;
  /** The span that caused this one, as W3C `traceparent`; without it a new trace begins. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Attributes;
  /** Milliseconds before now at which it began. */
  readonly beganMsAgo?: number;
};

type StartedSpan = {
  readonly traceparent: string;
  readonly traceId: string;
  end(outcome?: { readonly name?: string; readonly attributes?: Attributes; readonly isError?: boolean }): void;
};

/** Spans that wait to be exported; further ones are dropped. */
const MAX_WAITING = 4096;

/** Milliseconds for one export, and for the last one when the process stops. */
const EXPORT_TIMEOUT_MS = 5000;

type Api = typeof import('@opentelemetry/api');

let active: { readonly api: Api; readonly tracer: Tracer; readonly parse: (traceparent: string) => SpanContext | null } | undefined;

/**
 * Sends spans to a collector by OTLP over HTTP, when there is an endpoint. Otherwise nothing is loaded, and
 * {@link startSpan} costs one comparison. To be called before anything else starts.
 * @returns sends what waits, and ends
 */
export async function startTracing({ endpoint, headers, service }: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const api = await import('@opentelemetry/api');
  const { parseKeyPairsIntoRecord, parseTraceParent } = await import('@opentelemetry/core');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'podcast-automation' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  active = { api, tracer: provider.getTracer('podcast-automation'), parse: parseTraceParent };
  return async () => {
    active = undefined;
    // A collector that does not answer must not keep the process.
    await provider.shutdown().catch(() => undefined);
  };
}

/** Begins a span; undefined where nothing is traced. */
export function startSpan(name: string, { kind, parent, attributes, beganMsAgo = 0 }: SpanOptions): StartedSpan | undefined {
  if (!active) return undefined;
  const { api, tracer, parse } = active;
  const cause = parse(parent ?? '');
  const context = cause ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...cause, isRemote: true }) : api.ROOT_CONTEXT;
  const options = { kind: api.SpanKind[kind], startTime: Date.now() - beganMsAgo, ...(attributes && { attributes }) };
  return started(tracer.startSpan(name, options, context), api);
}

function started(span: Span, api: Api): StartedSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    traceId,
    end({ name, attributes, isError } = {}) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (isError) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}
