// Measures how long runs of one screenshot take next to a project that has 500 in progress: 20 small projects start a run each at the same
// moment, alone and beside the large one.
import { admin } from "../../temporal-dev/adminCommand.ts";
import type { ApiClient, RunStatus } from "../../temporal-dev/apiClient.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";
import { verdict } from "../lib/rows.ts";
import { median, p95 } from "../lib/stats.ts";
import { VISUAL_PAGES } from "../visual/bench.ts";

const LARGE = 500;
const SMALL = 20;
/** The small runs start once the large one has so many screenshots, so all slots are in use. */
const UNDER_WAY = 10;
/** With 20 clients, more frequent polling would be a load of its own. */
const EVERY_MS = 500;
const RUN_MS = 1_800_000;
/** Time of the slowest small run beside the large one, relative to the slowest alone. */
const BAR = 2;

/** Returns the table. `rounds`: how often the small projects run, alone and beside the large one. */
export async function benchFairness(rounds: number, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const pages = Array.from({ length: LARGE }, (_, n) => {
    const page = VISUAL_PAGES[n % VISUAL_PAGES.length] ?? "/";
    return `${page}${page.includes("?") ? "&" : "?"}copy=${n}`;
  });
  const installation = await startInstallation(site, pages, log, ["desktop"]);
  try {
    const { service, client: large } = installation;
    await admin(service.dataDir, ["organisations", "set-plan", "--plan", "enterprise"], service.env);
    const small: ApiClient[] = [];
    for (let n = 0; n < SMALL; n++) small.push(await installation.another(pages.slice(n, n + 1)));
    const all = () => Promise.all(small.map((client) => secondsOf(client, "test")));
    for (const client of small) await secondsOf(client, "baseline");
    const [single, alone, beside]: [number[], number[][], number[][]] = [[], [], []];
    for (let round = 1; round <= rounds; round++) {
      for (const client of small.slice(0, 3)) single.push(await secondsOf(client, "test"));
      alone.push(await all());
      const { runId } = await large.run({ type: "baseline" });
      await hasBegun(large, runId);
      beside.push(await all());
      const { status, progress } = await large.status(runId);
      await large.request("POST", `/api/ci/runs/${runId}/cancel`);
      await large.wait(runId, { everyMs: EVERY_MS, timeoutMs: RUN_MS });
      if (status !== "running") throw new Error("The large run ended before the small ones.");
      const said = [alone, beside].map((of) => Math.max(...(of.at(-1) ?? [])).toFixed(1));
      log(`${round}/${rounds}: slowest alone ${said[0]} s, beside ${said[1]} s; the large one had ${progress?.done}`);
    }
    const row = (what: string, runs: readonly number[], slowest: readonly number[]) => {
      const figures = [median([...runs]), p95([...runs]), median([...slowest])];
      return [what, ...figures.map((n) => n.toFixed(1))];
    };
    const slowestOf = (of: readonly number[][]) => of.map((runs) => Math.max(...runs));
    const ratio = median(slowestOf(beside)) / median(slowestOf(alone));
    const rows = table(
      ["runs of one screenshot", "p50 s", "p95 s", "slowest s"],
      [
        row("one project, nothing else", single, single),
        row(`${SMALL} projects at once`, alone.flat(), slowestOf(alone)),
        row(`the same beside a project with ${LARGE}`, beside.flat(), slowestOf(beside)),
      ],
    );
    return `${rows}\n\nslowest of ${SMALL} beside the large project, relative to without it: ${ratio.toFixed(2)} × (bar ≤ ${BAR}, ${verdict(ratio, BAR)})`;
  } finally {
    await installation.stop();
    await site.close();
  }
}

async function secondsOf(client: ApiClient, type: "baseline" | "test"): Promise<number> {
  return (await timedRun(client, type, { everyMs: EVERY_MS, timeoutMs: RUN_MS })).ms / 1_000;
}

async function hasBegun(client: ApiClient, runId: string): Promise<void> {
  const until = ({ progress }: RunStatus) => (progress?.done ?? 0) >= UNDER_WAY;
  await client.wait(runId, { everyMs: EVERY_MS, timeoutMs: RUN_MS, until });
}
