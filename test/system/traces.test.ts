// A visual run as a real OpenTelemetry Collector receives it: one trace, without anything that belongs to the site.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { type Collector, startCollector } from "../support/otelCollector.ts";
import { startWorld, type World } from "../support/service.ts";
import { expectWholeTrace } from "../support/traces.ts";

const SECRET = "b7e1f0secretofthesite";

describe("traces in an OpenTelemetry Collector", function () {
  // Building the collector with Go for the first time takes minutes.
  this.timeout(900_000);
  let folder: string;
  let collector: Collector;
  let world: World;
  before(async function () {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-otelcol-"));
    const started = await startCollector(folder);
    if ("why" in started) {
      process.stdout.write(`    the collector is not here: ${started.why}\n`);
      return this.skip();
    }
    collector = started;
    world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "500" });
  });
  after(async () => {
    await world?.stop();
    await collector?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it("are one for a visual run: request, workflow, activities, the browser's phases and the store", async () => {
    const { client, key } = await world.project({ One: `/page/one?token=${SECRET}`, Two: "/page/two" });
    const { runId: baselineId } = await client.run({ type: "baseline" });
    await client.wait(baselineId);
    const { runId } = await client.run({});
    await client.wait(runId);
    const spans = await expectWholeTrace(collector.spans, { runId, baselineId, project: "project-1" });
    // The collector returns what it understood of them.
    expect([...new Set(spans.map(({ kind }) => kind))]).to.include.members([1, 2, 4, 5]);
    expect(await collector.written())
      .to.not.include(SECRET)
      .and.not.include(key)
      .and.not.match(/page\/one|token=/);
  });
});
