import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { release } from '../release.ts';
import { type FinishedSpan, onSpan } from './trace.ts';

/** The collector of spans, and the share of traces that is sent, from 0 to 1. */
export interface TelemetrySettings {
  readonly url: string;
  readonly share: number;
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };
const resource = resourceFromAttributes({ 'service.name': 'hiram', 'service.version': release.version });
const instrumentationScope = { name: 'hiram', version: release.version };

/**
 * Sends this process's spans to a collector by OTLP over HTTP. The server loads this file, and OpenTelemetry with it, only where
 * a collector is set. Returns the function that sends the rest and ends. While the collector is away, spans are dropped.
 */
export function exportSpans({ url, share }: TelemetrySettings): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor({ exporter });
  const sampler = new TraceIdRatioBasedSampler(share);
  const unsubscribe = onSpan((span) => {
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, span.traceId);
    if (decision === SamplingDecision.RECORD_AND_SAMPLED) processor.onEnd(readable(span));
  });
  return () => {
    unsubscribe();
    return processor.shutdown();
  };
}

function readable(span: FinishedSpan): ReadableSpan {
  const { traceId, spanId, parentSpanId, ms } = span;
  const context = (id: string): SpanContext => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED });
  return {
    name: span.name,
    kind: kinds[span.kind],
    spanContext: () => context(spanId),
    ...(parentSpanId === undefined ? {} : { parentSpanContext: context(parentSpanId) }),
    startTime: millisToHrTime(span.startedAt),
    endTime: millisToHrTime(span.startedAt + ms),
    duration: millisToHrTime(ms),
    status: { code: span.isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: span.attributes,
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
