// Traces with OpenTelemetry's SDK, sent as OTLP over HTTP. Loaded only if traces are on. Its global state is not used: the current span is
// kept in spans.ts. Only the SDK's warnings come through its global logger.
import { randomBytes, randomUUID } from "node:crypto";
import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { oneLine, truncate } from "../../domain/text.ts";
import type { SpanPlace } from "../../domain/tracing.ts";
import type { TracingSettings } from "../../domain/tracingSettings.ts";
import type { Log } from "../log.ts";
import type { OpenSpan, SpanStart, Tracing } from "./spans.ts";

/** An unavailable collector fails with every batch, so one line per minute is enough. */
const TROUBLE_EVERY_MS = 60_000;
const MAX_REASON = 300;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const ROOTS: Record<"on" | "off" | "ratio", (ratio: number) => Sampler> = {
  on: () => new AlwaysOnSampler(),
  off: () => new AlwaysOffSampler(),
  ratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = ROOTS[sampler.endsWith("ratio") ? "ratio" : sampler.endsWith("on") ? "on" : "off"](ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Gives the next span a predetermined id. A span is started within one call, so nothing can come in between. */
class ChosenIds implements IdGenerator {
  chosen: string | undefined;
  generateTraceId(): string {
    return randomBytes(16).toString("hex");
  }
  generateSpanId(): string {
    return this.chosen ?? randomBytes(8).toString("hex");
  }
}

const remote = ({ traceId, spanId, sampled }: SpanPlace) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });

/** Writes the SDK's warnings to the log; otherwise it would not report an unreachable collector. */
function tellTrouble(log: Log): void {
  let next = 0;
  const tell = (message: string, ...more: unknown[]) => {
    if (performance.now() < next) return;
    next = performance.now() + TROUBLE_EVERY_MS;
    log("warn", "OpenTelemetry warning; traces may be missing", { reason: reasonOf([message, ...more]) });
  };
  const none = () => {};
  diag.setLogger(
    { error: tell, warn: tell, info: none, debug: none, verbose: none },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** The SDK writes an error as JSON with its stack. */
function reasonOf(words: unknown[]): string {
  const [text] = words.filter((word) => typeof word === "string" && word.startsWith("{")) as string[];
  try {
    const { message, code } = JSON.parse(text ?? "") as Record<string, unknown>;
    if (typeof message === "string") return code === undefined ? message : `${message} (${code})`;
  } catch {
    // It was not an error.
  }
  return truncate(oneLine(words.filter((word) => typeof word !== "object").join(" ")), MAX_REASON);
}

export function createTracing(
  service: { name: string; version: string },
  settings: TracingSettings,
  log: Log,
): Tracing {
  tellTrouble(log);
  const ids = new ChosenIds();
  const own = resourceFromAttributes({
    "service.namespace": "plumbline",
    "service.name": service.name,
    "service.version": service.version,
    "service.instance.id": randomUUID(),
  });
  const provider = new TracerProvider({
    idGenerator: ids,
    sampler: samplerOf(settings),
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: settings.delayMs }),
    ],
  });
  const tracer = provider.getTracer("plumbline", service.version);
  return {
    begin({ name, kind = "internal", attributes = {}, parent, at, spanId }: SpanStart): OpenSpan {
      ids.chosen = spanId;
      const options = { kind: KINDS[kind], attributes, ...(at !== undefined && { startTime: at }) };
      const span = tracer.startSpan(name, options, parent ? remote(parent) : ROOT_CONTEXT);
      ids.chosen = undefined;
      const context = span.spanContext();
      return {
        place: {
          traceId: context.traceId,
          spanId: context.spanId,
          sampled: (context.traceFlags & TraceFlags.SAMPLED) !== 0,
        },
        rename: (to) => void span.updateName(to),
        set: (more) => void span.setAttributes(more),
        fail: (type) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type),
        end: (ended) => span.end(ended),
      };
    },
    stop: () => provider.shutdown(),
  };
}
