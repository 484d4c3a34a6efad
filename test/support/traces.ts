// Parses spans sent to a collector as OTLP JSON, and checks the trace of a visual run.
import { expect } from "chai";
import { eventually } from "./eventually.ts";
import type { Received } from "./receiver.ts";

export type SeenSpan = {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty if the span is the root of its trace. */
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
        /** A collector omits empty lists. */
        attributes?: Pairs;
      }[];
    }[];
  }[];
};

const plain = (pairs: Pairs = []): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
const ms = (nanos: string) => Number(BigInt(nanos) / 1_000_000n);

export const spansOf = (received: readonly Received[]): SeenSpan[] =>
  spansIn(received.filter(({ path }) => path === "/v1/traces").map(({ body }) => body));

/** `messages`: each is one message of the protocol as JSON. */
export function spansIn(messages: readonly string[]): SeenSpan[] {
  return messages
    .flatMap((message) => (JSON.parse(message) as Partial<Sent>).resourceSpans ?? [])
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

const isRun = (span: SeenSpan, runId: string): boolean =>
  span.attributes["cicd.pipeline.run.id"] === `run-${runId}` && /^RUN /.test(span.name);

/**
 * Checks that one trace covers the visual run of two pages from the request through workflow and activities to the browser's phases and
 * the store, without orphan spans. `baselineId`: a baseline run, which stores its screenshots, whereas an unchanged page does not. Returns
 * the spans of the run's trace.
 */
export async function expectWholeTrace(
  seen: () => SeenSpan[] | Promise<SeenSpan[]>,
  { runId, baselineId, project }: { runId: string; baselineId: string; project: string },
): Promise<SeenSpan[]> {
  const run = await eventually("the run's span has come", async () =>
    (await seen()).find((span) => isRun(span, runId)),
  );
  const ofRun = async () => (await seen()).filter(({ traceId }) => traceId === run.traceId);
  await eventually("the request's span has come", async () => (await ofRun()).some(({ parent }) => parent === ""));
  const spans = await ofRun();
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const chain = (span: SeenSpan | undefined): string[] =>
    span === undefined ? [] : [...chain(byId.get(span.parent)), span.name];

  for (const span of spans)
    if (span.parent) expect(byId.has(span.parent), `${span.name} hangs in the air`).to.equal(true);
  const request = ["POST /api/ci/run", "StartWorkflow:visualRun", "RUN vrt-test"];
  expect(chain(run)).to.deep.equal(request);
  const shot = [...request, "RunActivity:captureShot"];
  expect(chain(spans.find(({ name }) => name === "capture open"))).to.deep.equal([...shot, "capture open"]);
  expect(chain(spans.find(({ name }) => name === "capture shoot"))).to.deep.equal([...shot, "capture shoot"]);
  expect(spans.filter(({ name }) => name === "RunActivity:captureShot")).to.have.length(2);
  expect(new Set(spans.map(({ service }) => service))).to.have.keys("plumbline-api", "plumbline-worker");

  expect(run.attributes).to.include({
    "cicd.pipeline.name": "vrt-test",
    "cicd.pipeline.action.name": "RUN",
    "cicd.pipeline.result": "success",
    "plumbline.project": project,
  });
  const [first] = spans.filter(({ parent }) => parent === "");
  expect(first?.attributes).to.include({ "http.request.method": "POST", "http.route": "/api/ci/run" });
  expect(Number(first?.attributes["http.response.status_code"])).to.equal(202);
  for (const span of spans) expect(span.endMs, span.name).to.be.at.least(span.startMs);

  const all = await seen();
  const baseline = all.find((span) => isRun(span, baselineId));
  const stored = all.find(({ name, traceId }) => name === "artifact put" && traceId === baseline?.traceId);
  expect(Number(stored?.attributes["plumbline.bytes"])).to.be.above(0);
  expect(all.find(({ spanId }) => spanId === stored?.parent)?.name).to.match(/^RunActivity:/);
  return spans;
}
