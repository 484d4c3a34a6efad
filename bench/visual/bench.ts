// Measures a warm visual run of 10 pages × 3 viewports, from POST to `completed`, compared with BackstopJS on the same site and browser.
import path from "node:path";
import { descendantsOf } from "../../browsers/processes.ts";
import { defaultBrowserSlots } from "../../platform/queues.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { sameChromium } from "../lib/chromium.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";
import { peakMemory } from "../lib/memory.ts";
import { processorBeside } from "../lib/processorByPart.ts";
import { besidePeer, peerHeads } from "../lib/rows.ts";
import { type Backstop, prepareBackstop } from "./backstop.ts";
import { timedBaselines } from "./baselines.ts";
import { profileRun } from "./profile.ts";

/** Seven pages that are equal in both variants, and three that are not. */
export const VISUAL_PAGES = [
  "/",
  "/products/oak-stool",
  "/journal/slow-mornings",
  "/journal/caring-for-linen",
  "/contact",
  "/search?q=warm",
  "/legal/terms",
  "/shop",
  "/about",
  "/products/harvest-vase",
];

/** Maximum ratios to BackstopJS. `firstBaseline` applies both with and without the second captures that confirm a first baseline. */
const BARS = { same: 0.5, third: 0.7, firstBaseline: 1, memory: 1.3 };

/** Runs the benchmark and returns the table. `rounds`: number of measurements of each kind, with alternating peers. */
export async function benchVisual(rounds: number, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const executablePath = sameChromium();
  const { service, client, dir, another, stop } = await startInstallation(site, VISUAL_PAGES, log);
  try {
    const backstop = await prepareBackstop(path.join(dir, "backstop"), {
      siteUrl: site.url,
      paths: VISUAL_PAGES,
      executablePath,
      slots: defaultBrowserSlots(),
    });
    const ours = (type: "baseline" | "test") => timedRun(client, type);
    await ours("baseline");
    await backstop.reference();
    await ours("test");
    const baselines = await timedBaselines(rounds, another, backstop.reference, log);
    const rows: string[][] = [
      besidePeer("a first baseline", baselines.pictures, baselines.theirs, BARS.firstBaseline),
      besidePeer("with its confirmation", baselines.confirmed, baselines.theirs, BARS.firstBaseline),
    ];
    const profiles: string[] = [];
    for (const [what, variant, failed, bar] of [
      ["nothing changed", "good", 0, BARS.same],
      ["a third of the pages changed", "flawed", 9, BARS.third],
    ] as const) {
      site.setVariant(variant);
      const a: number[] = [];
      const b: number[] = [];
      for (let i = 0; i < rounds; i++) {
        const run = await ours("test");
        if (run.failed !== failed) throw new Error(`${what}: ${run.failed} shots failed instead of ${failed}`);
        a.push(run.ms);
        b.push(await backstop.test());
        log(
          `${what} ${i + 1}/${rounds}: plumbline ${Math.round(a.at(-1) ?? 0)} ms, BackstopJS ${Math.round(b.at(-1) ?? 0)} ms`,
        );
      }
      const last = await ours("test");
      const processor = await processorBeside(
        "BackstopJS",
        () => ours("test"),
        () => backstop.test(),
      );
      profiles.push(
        `${what}:`,
        ...processor.split("\n").map((line) => `  ${line}`),
        ...(await profileRun(service.stack.mongoUri, last.runId)).map((line) => `  ${line}`),
      );
      rows.push(besidePeer(what, a, b, bar));
    }
    const memory = await memoryOf(service.worker.pid ?? 0, () => ours("test"), backstop);
    const figures = table(peerHeads("30 shots", "BackstopJS"), rows);
    return `${figures}\n\n${memory}\n\nmean ms of a shot's phases (\`in_\`: inside the page; shots overlap)\n${profiles.join("\n")}`;
  } finally {
    await stop();
    await site.close();
  }
}

/** One extra run of each, not timed, because sampling memory takes time itself. */
async function memoryOf(worker: number, ours: () => Promise<unknown>, backstop: Backstop): Promise<string> {
  const tree = (pid: number) => [pid, ...descendantsOf(pid)];
  // All children of this process belong to the service.
  const mine = await peakMemory({ worker: () => tree(worker), service: () => descendantsOf(process.pid) }, ours);
  let peer = 0;
  const theirs = await peakMemory({ backstop: () => (peer === 0 ? [] : tree(peer)) }, () =>
    backstop.test((pid) => {
      peer = pid;
    }),
  );
  const mb = (n: number | undefined) => `${Math.round(n ?? 0)} MB`;
  const ratio = (n: number | undefined) => ((n ?? 0) / (theirs.backstop || 1)).toFixed(2);
  return [
    `peak memory with a third changed: BackstopJS ${mb(theirs.backstop)};`,
    `plumbline's worker with its browsers ${mb(mine.worker)} (${ratio(mine.worker)}),`,
    `with the API, Temporal and the database ${mb(mine.service)} (${ratio(mine.service)}, bar ≤ ${BARS.memory})`,
  ].join(" ");
}
