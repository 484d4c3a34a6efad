import { expect } from "chai";
import { ConfigError } from "../../domain/config.ts";
import { placeOf, spanIdOfExecution, traceparentOf } from "../../domain/tracing.ts";
import { readTracing } from "../../domain/tracingSettings.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("domain/tracing", () => {
  it("reads what it writes", () => {
    for (const sampled of [true, false]) {
      const place = { traceId: TRACE, spanId: SPAN, sampled };
      expect(placeOf(traceparentOf(place))).to.deep.equal(place);
    }
  });

  for (const wrong of [
    undefined,
    "",
    7,
    `00-${TRACE}-${SPAN}`,
    `01-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
  ])
    it(`takes ${JSON.stringify(wrong) ?? "nothing"} for no place`, () => expect(placeOf(wrong)).to.equal(null));

  it("knows the span of an execution by its id", () => {
    expect(spanIdOfExecution("0199f3a2-6c1d-7b3e-9f00-1234567890ab")).to.equal("9f001234567890ab");
  });
});

describe("domain/tracingSettings", () => {
  const ON = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

  for (const [what, env] of [
    ["nothing is set", {}],
    ["the endpoint is empty", { OTEL_EXPORTER_OTLP_ENDPOINT: "" }],
    ["only a name is set", { OTEL_SERVICE_NAME: "x" }],
    ["the SDK is disabled", { ...ON, OTEL_SDK_DISABLED: "TRUE" }],
    ["there is no exporter", { ...ON, OTEL_TRACES_EXPORTER: "none" }],
  ] as const)
    it(`is off while ${what}`, () => expect(readTracing(env)).to.equal(null));

  it("is on with an endpoint, for all traces unless told", () => {
    expect(readTracing(ON)).to.deep.equal({ sampler: "parentbased_always_on", ratio: 1, delayMs: 5_000 });
    const part = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" };
    expect(readTracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c:4318/v1/traces", ...part })).to.deep.equal({
      sampler: "traceidratio",
      ratio: 0.25,
      delayMs: 5_000,
    });
  });

  for (const [name, value] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "localhost:4318"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "half"],
    ["OTEL_BSP_SCHEDULE_DELAY", "soon"],
  ] as const)
    it(`names ${name} when it is ${value}`, () => {
      expect(() => readTracing({ ...ON, [name]: value })).to.throw(ConfigError, name);
    });

  for (const name of ["OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"])
    it(`is off, and says why, while ${name} is meant for other programs`, () => {
      // The host's variables may name endpoints and samplers that we do not support.
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317", OTEL_TRACES_SAMPLER: "jaeger_remote" };
      const read = readTracing({ ...env, [name]: "grpc" });
      expect(read).to.have.all.keys("off");
      expect((read as { off: string }).off).to.include(`${name} is "grpc"`);
    });

  it("takes the protocol of traces before that of all signals", () => {
    const both = { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json" };
    expect(readTracing({ ...ON, ...both })).to.include({ ratio: 1 });
  });
});
