// If traces cannot be sent, the log reports it, but not with every batch.
import { expect } from "chai";
import { beginSpan, isTracing } from "../../../platform/tracing/spans.ts";
import { startTracing } from "../../../platform/tracing/start.ts";
import { eventually } from "../../support/eventually.ts";
import { openReceiver, type Receiver } from "../../support/receiver.ts";

const SERVICE = { name: "plumbline-worker", version: "0.0.0" } as const;
const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

describe("platform/tracing", () => {
  let collector: Receiver;
  let said: { level: string; message: string; reason: unknown }[];
  const log = (level: string, message: string, fields: Record<string, unknown> = {}) =>
    void said.push({ level, message, reason: fields.reason });
  // The exporter reads its address from the environment itself.
  const { [ENDPOINT]: before } = process.env;
  beforeEach(async () => {
    said = [];
    collector = await openReceiver();
    process.env[ENDPOINT] = collector.url;
  });
  afterEach(async () => {
    if (before === undefined) delete process.env[ENDPOINT];
    else process.env[ENDPOINT] = before;
    await collector.close();
  });

  const span = () => beginSpan({ name: "work", parent: null })?.end();

  it("says once that a collector refuses what it is sent", async () => {
    collector.play((res) => res.writeHead(400).end("no"));
    const end = await startTracing(SERVICE, { [ENDPOINT]: collector.url, OTEL_BSP_SCHEDULE_DELAY: "1" }, log);
    try {
      span();
      await eventually("it is said", async () => said.length > 0);
      expect(said[0]).to.include({ level: "warn", message: "OpenTelemetry warning; traces may be missing" });
      expect(said[0]?.reason).to.match(/Bad Request/);
      expect(String(said[0]?.reason)).not.to.match(/\n|\bat /);
      span();
    } finally {
      await end();
    }
    expect(collector.received.length).to.be.at.least(2);
    expect(said).to.have.length(1);
  });

  it("says that there are none where the host's protocol is another one", async () => {
    const end = await startTracing(SERVICE, { [ENDPOINT]: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, log);
    expect(isTracing()).to.equal(false);
    expect(said).to.have.length(1);
    expect(said[0]?.reason).to.match(/^OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"/);
    await end();
  });
});
