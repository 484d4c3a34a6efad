// Measures the cost of traces: the visual run of 10 pages × 3 viewports with every span sent to a collector, compared with the same run
// without traces.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { type Installation, startInstallation, timedRun } from "../lib/installation.ts";
import { processorSeconds } from "../lib/processor.ts";
import { verdict } from "../lib/rows.ts";
import { median } from "../lib/stats.ts";
import { VISUAL_PAGES } from "../visual/bench.ts";

/** Maximum share of a run's time. */
const BAR = 0.02;

type Sink = { url: string; bytes(): number; close(): void };
type Side = { installation: Installation; ms: number[]; processor: number[] };

/** Returns the table. `rounds`: number of runs of each kind, alternating. */
export async function benchTraces(rounds: number, log: (line: string) => void): Promise<string> {
  const sink = await startSink();
  const site = await startDemoSite({ variant: "good" });
  const sides: Side[] = [];
  try {
    const start = async (settings: Record<string, string>): Promise<Side> => {
      const installation = await startInstallation(site, VISUAL_PAGES, log, undefined, settings);
      const side: Side = { installation, ms: [], processor: [] };
      sides.push(side);
      await timedRun(installation.client, "baseline");
      await timedRun(installation.client, "test");
      return side;
    };
    const without = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
    const traced = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url });
    const warm = sink.bytes();
    if (warm === 0) throw new Error("No span arrived.");
    for (let round = 1; round <= rounds; round++) {
      for (const side of round % 2 ? [without, traced] : [traced, without]) await measure(side);
      const s = (side: Side) => ((side.ms.at(-1) ?? 0) / 1_000).toFixed(1);
      log(`${round}/${rounds}: without ${s(without)} s, with traces ${s(traced)} s`);
    }
    const sent = (sink.bytes() - warm) / rounds / 1_000;
    const more = median(traced.processor) - median(without.processor);
    const share = more / (median(without.ms) / 1_000);
    const row = (what: string, of: Side): string[] => [
      what,
      (median(of.ms) / 1_000).toFixed(2),
      median(of.processor).toFixed(2),
    ];
    const rows = table(
      ["30 shots, nothing changed", "s", "processor s of API and worker"],
      [row("without traces", without), row("with traces", traced)],
    );
    return `${rows}\n\nprocessor time that traces add, of the run's time: ${(100 * share).toFixed(1)} % (bar ≤ ${100 * BAR} %, ${verdict(share, BAR)}); ${sent.toFixed(0)} kB of spans a run`;
  } finally {
    for (const { installation } of sides) await installation.stop();
    await site.close();
    sink.close();
  }
}

async function measure({ installation: { client, service }, ms, processor }: Side): Promise<void> {
  const pids = [service.api.pid ?? 0, service.worker.pid ?? 0];
  const before = processorSeconds(pids);
  const run = await timedRun(client, "test");
  if (run.failed > 0) throw new Error(`${run.failed} shots failed.`);
  ms.push(run.ms);
  processor.push(processorSeconds(pids) - before);
}

/** Accepts everything that is sent, like an idle collector. */
async function startSink(): Promise<Sink> {
  let bytes = 0;
  const server = createServer((req, res) => {
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    req.on("end", () => res.writeHead(200, { "content-type": "application/json" }).end("{}"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: () => bytes,
    close: () => void server.close(),
  };
}
