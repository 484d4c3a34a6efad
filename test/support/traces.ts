// Spans that a collector was sent as OTLP in JSON.
import type { Received } from "./receiver.ts";

export type SeenSpan = {
  service: string;
  traceId: string;
  spanId: string;
  /** "": it begins its trace. */
  parent: string;
  name: string;
  kind: number;
  startMs: number;
  endMs: number;
  attributes: Record<string, unknown>;
};

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Pairs = { key: string; value: Value }[];
type Sent = {
  resourceSpans: {
    resource: { attributes: Pairs };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: Pairs;
      }[];
    }[];
  }[];
};

const plain = (pairs: Pairs): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
const ms = (nanos: string) => Number(BigInt(nanos) / 1_000_000n);

export function spansOf(received: readonly Received[]): SeenSpan[] {
  return received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          service: String(plain(resource.attributes)["service.name"]),
          traceId: span.traceId,
          spanId: span.spanId,
          parent: span.parentSpanId ?? "",
          name: span.name,
          kind: span.kind,
          startMs: ms(span.startTimeUnixNano),
          endMs: ms(span.endTimeUnixNano),
          attributes: plain(span.attributes),
        })),
      ),
    );
}
