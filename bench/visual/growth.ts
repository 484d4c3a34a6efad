// Measures 10, 100 and 500 pages × 3 viewports: time and stored bytes per screenshot, memory of the worker, length of the histories.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { table } from "../../temporal-dev/table.ts";
import { historyOf } from "../lib/histories.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";
import { residentMb } from "../lib/memory.ts";

const SIZES = [10, 100, 500];
/** By then the worker has cached everything it keeps permanently. */
const SETTLED_SHOTS = 100;
/** Length of an execution's history at which Temporal warns. */
const WARNED_EVENTS = 10_240;

/** Runs a baseline and a test of each size and returns the table. `sizes`: numbers of scenarios. */
export async function benchGrowth(log: (line: string) => void, sizes: readonly number[] = SIZES): Promise<string> {
  const rows: string[][] = [];
  let perShot: number | undefined;
  for (const scenarios of sizes) {
    const site = await startPages();
    const paths = Array.from({ length: scenarios }, (_, index) => `/page-${index + 1}`);
    const { service, client, stop } = await startInstallation(site, paths, log);
    try {
      const shots = scenarios * 3;
      const timeoutMs = 3_600_000;
      await timedRun(client, "baseline", { timeoutMs });
      const memory: { done: number; mb: Promise<number> }[] = [];
      const run = await timedRun(client, "test", {
        everyMs: 500,
        timeoutMs,
        onProgress: (done) => memory.push({ done, mb: residentMb(service.worker.pid) }),
      });
      if (run.failed > 0) throw new Error(`${run.failed} of ${shots} shots failed although nothing changed`);
      const history = await historyOf(service.stack.temporalAddress, run.runId);
      perShot ??= run.ms / shots;
      const early = await Promise.all(memory.filter(({ done }) => done >= SETTLED_SHOTS).map(({ mb }) => mb));
      const mb = await Promise.all(memory.map((one) => one.mb));
      const flat =
        early.length < 2
          ? "–"
          : `${early[0]?.toFixed(0)} → ${early.at(-1)?.toFixed(0)} (most ${Math.max(...early).toFixed(0)})`;
      rows.push([
        String(shots),
        (run.ms / 1_000).toFixed(1),
        (run.ms / shots).toFixed(0),
        (run.ms / shots / perShot).toFixed(2),
        flat === "–" ? `${Math.max(...mb).toFixed(0)}` : flat,
        String(history.executions),
        `${history.events} of ${WARNED_EVENTS}`,
        `${(history.bytes / 1_000).toFixed(0)} kB`,
      ]);
      log(rows.at(-1)?.join(" · ") ?? "");
    } finally {
      await stop();
      site.close();
    }
  }
  return table(
    [
      "shots",
      "seconds",
      "ms a shot",
      "to 10 pages",
      "worker MB, shot 100 → end",
      "executions",
      "most events",
      "most bytes",
    ],
    rows,
  );
}

/** Serves small pages that differ by their number. */
async function startPages(): Promise<{ url: string; port: number; close(): void }> {
  const server = createServer((request, response) => {
    const page = request.url?.slice(1) ?? "";
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><html lang="en"><title>${page}</title><body style="font:16px/1.6 sans-serif;margin:2rem"><h1>${page}</h1>${`<p>A line of ${page} that is long enough to wrap on a phone.</p>`.repeat(30)}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
