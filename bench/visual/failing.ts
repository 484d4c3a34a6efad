// Compares a run in which every screenshot fails with the same run passing: a failure is captured twice, compared, mapped and explained.
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";
import { verdict } from "../lib/rows.ts";
import { median, p95 } from "../lib/stats.ts";
import { VISUAL_PAGES } from "./bench.ts";
import { startChangingSite } from "./changingSite.ts";
import { profileRun } from "./profile.ts";

const BAR = 2;

/** Runs the benchmark and returns the table. */
export async function benchFailing(rounds: number, log: (line: string) => void): Promise<string> {
  const shop = await startDemoSite({ variant: "good" });
  const site = await startChangingSite(shop.url);
  const { service, client, stop } = await startInstallation(site, VISUAL_PAGES, log);
  try {
    const shots = VISUAL_PAGES.length * 3;
    await timedRun(client, "baseline");
    const times = { passing: [] as number[], failing: [] as number[] };
    let last = "";
    for (let round = 0; round <= rounds; round += 1) {
      for (const kind of ["passing", "failing"] as const) {
        site.setChanged(kind === "failing");
        const run = await timedRun(client, "test");
        const expected = kind === "failing" ? shots : 0;
        if (run.failed !== expected)
          throw new Error(`${kind}: ${run.failed} of ${shots} shots failed instead of ${expected}`);
        last = run.runId;
        // The first run of each is a warm-up.
        if (round > 0) times[kind].push(run.ms);
      }
      log(`${round}/${rounds}: passing ${lastOf(times.passing)} ms, failing ${lastOf(times.failing)} ms`);
    }
    const ratio = median(times.failing) / median(times.passing);
    const ms = [median(times.failing), p95(times.failing), median(times.passing), p95(times.passing)];
    const figures = table(
      [`${shots} shots`, "all failing ms", "p95", "all passing ms", "p95", "ratio", "bar", ""],
      [["a visual run", ...ms.map((n) => String(Math.round(n))), ratio.toFixed(2), `≤ ${BAR}`, verdict(ratio, BAR)]],
    );
    const profile = await profileRun(service.stack.mongoUri, last);
    return `${figures}\n\nmean ms of the last capture of each failing shot\n${profile.join("\n")}`;
  } finally {
    await stop();
    await site.close();
    await shop.close();
  }
}

const lastOf = (list: readonly number[]): number => Math.round(list.at(-1) ?? 0);
