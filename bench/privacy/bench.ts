// Measures a privacy audit of 10 pages with a banner: before consent, after rejecting, after accepting. Most of the time is waiting, and
// none of it is skipped.
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { startInstallation, timedAudit } from "../lib/installation.ts";
import { TEN_PAGES } from "../lib/pages.ts";
import { verdict } from "../lib/rows.ts";
import { median, p95 } from "../lib/stats.ts";

const BAR_S = 3;

/** Runs the benchmark and returns the table. */
export async function benchPrivacy(rounds: number, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const { client, stop } = await startInstallation(site, TEN_PAGES, log);
  try {
    const seconds: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const { ms, children } = await timedAudit(client, ["privacy"]);
      const { pages = 0, notMeasured = 0 } = children[0]?.summary ?? {};
      if (pages !== TEN_PAGES.length || notMeasured > 0)
        throw new Error(`${pages} of ${TEN_PAGES.length} pages were audited, ${notMeasured} of them not measured.`);
      seconds.push(ms / 1_000 / pages);
      log(`${round}/${rounds}: ${seconds.at(-1)?.toFixed(2)} s a page`);
    }
    return table(
      [`${TEN_PAGES.length} pages, three states each`, "s a page", "p95", "bar", ""],
      [
        [
          "a privacy audit",
          median(seconds).toFixed(2),
          p95(seconds).toFixed(2),
          `≤ ${BAR_S}`,
          verdict(median(seconds), BAR_S),
        ],
      ],
    );
  } finally {
    await stop();
    await site.close();
  }
}
