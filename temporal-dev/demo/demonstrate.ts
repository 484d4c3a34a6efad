// Runs the demo: a first look, baselines of the good shop, every pillar on the good and the flawed shop, and the verdict.
import { readFile } from "node:fs/promises";
import type { Pillar } from "../../domain/audit/pillars.ts";
import { readablePercent } from "../../domain/visual/percent.ts";
import { admin } from "../adminCommand.ts";
import { createApiClient, type ShotResult } from "../apiClient.ts";
import type { DemoSite } from "../demo-site/server.ts";
import type { Service } from "../service.ts";
import { table } from "../table.ts";
import { type ActResult, AUDITS, act, firstLook, type Stage, takeBaselines } from "./acts.ts";
import { demoFile, prepareProject } from "./prepare.ts";
import { createProgress, type Log } from "./progress.ts";
import { proveTicket } from "./proof.ts";
import { seenDefects } from "./sample.ts";
import { formatSeconds } from "./timeLeft.ts";
import { judgeFunctional, judgePillars, judgeVisual, type PillarResult, type SeededDefect } from "./verdict.ts";

type Demo = {
  service: Service;
  site: DemoSite;
  slug: string;
  log: Log;
  /** Whether the service keeps running afterwards, so that links to it are useful. */
  stays: boolean;
};

/** Returns the exit code: 0 if every seeded defect was found, and nothing else on either shop. */
export async function demonstrate({ service, site, slug, log, stays }: Demo): Promise<number> {
  const began = performance.now();
  const defects = seenDefects(JSON.parse(await readFile(demoFile("defects.json"), "utf8")) as SeededDefect[]);
  log("Preparing the project: its pages, features, tracking plan and keys");
  const prepared = await prepareProject(service, site.url, { slug, defects });
  const { key, readKey, writeKey, person, email, password, scenarios } = prepared;
  if (stays) log(`sign in as ${email} with ${password}`);
  const client = createApiClient(service.apiUrl, key);
  const progress = createProgress(client, log, began);
  const reader = createApiClient(service.apiUrl, readKey);
  const stage: Stage = { client, reader, person, progress, log, slug, defects, scenarios, setVariant: site.setVariant };

  await firstLook(stage);
  const taken = await takeBaselines(stage);
  if (taken === null) {
    log("The demo failed: without baselines of the good shop no screenshot can be compared.");
    return 1;
  }
  const good = await act(stage, "good");
  const flawed = await act(stage, "flawed");
  const judged = judge(defects, { good, flawed, taken }, log);
  site.setVariant("good");
  progress.begin("proof", "Proof of a ticket on the good shop");
  const proven = await progress.during("the proof is running", () =>
    proveTicket(createApiClient(service.apiUrl, writeKey), slug, log),
  );
  if (stays) await showDashboard(service, slug, email, log);
  const failed = [...judged, ...(proven ? [] : ["the proof of a ticket"])];
  log();
  log(
    failed.length === 0
      ? "The demo passed: it found every seeded defect, and nothing else."
      : `The demo failed: ${failed.join(", ")}. The lines in capitals above say what was missed, or found though nobody seeded it.`,
  );
  log(`It took ${formatSeconds((performance.now() - began) / 1_000)}.`);
  return failed.length === 0 ? 0 : 1;
}

type Seen = { good: ActResult; flawed: ActResult; taken: ShotResult[] };

/** Prints the tables and returns what failed. */
function judge(defects: SeededDefect[], { good, flawed, taken }: Seen, log: Log): string[] {
  log();
  log(visualTable(taken, flawed.visual.results));
  log();
  const ofShop = ({ visual }: ActResult) => ({ ...visual, expected: taken.length });
  const visual = judgeVisual(defects, { good: ofShop(good), flawed: ofShop(flawed) });
  for (const line of visual.lines) log(line);
  const pairs = Object.fromEntries(
    [...AUDITS.alone, ...AUDITS.together].map(({ pillar }) => [
      pillar,
      { good: of(good.results, pillar), flawed: of(flawed.results, pillar) },
    ]),
  );
  const audits = judgePillars(defects, pairs);
  log();
  const functional = judgeFunctional(defects, { good: good.functional, flawed: flawed.functional });
  log(table(["pillar", "good shop", "flawed shop", "seeded defects found"], [functional.row, ...audits.rows]));
  log();
  for (const line of [...functional.lines, ...audits.lines]) log(line);
  log();
  const parts = { pictures: visual.ok, features: functional.ok, audits: audits.ok };
  return Object.entries(parts).flatMap(([name, ok]) => (ok ? [] : [name]));
}

const of = (results: Partial<Record<Pillar, PillarResult>>, pillar: Pillar): PillarResult =>
  results[pillar] ?? { status: "missing", score: null, findings: [], notMeasured: 0, startingPoint: false };

/** Prints where to view the results: the address, and a one-time sign-in link that leads there. */
async function showDashboard(service: Service, slug: string, email: string, log: Log): Promise<void> {
  const results = `/p/${slug}`;
  const link = await admin(service.dataDir, ["users", "sign-in-link", "--email", email], service.env);
  log();
  log(`dashboard ${service.apiUrl}${results}`);
  log(`sign in   ${link.replace("#", `?next=${encodeURIComponent(results)}#`)}`);
  log("          (the link works once, for ten minutes)");
}

function visualTable(baseline: ShotResult[], visual: ShotResult[]): string {
  const labels = [...new Set(visual.map((r) => r.scenarioLabel))];
  const viewports = ["phone", "desktop"];
  const cell = (label: string, viewport: string) => {
    const result = visual.find((r) => r.scenarioLabel === label && r.viewport === viewport);
    if (!result) return "";
    if (result.status === "passed") return "passed";
    const kind = result.regions[0]?.kind ?? result.reasons[0]?.code ?? "";
    return `${result.status.toUpperCase()} ${readablePercent(result.mismatchPercent ?? 0)} ${kind}`;
  };
  const rows = labels.map((label) => [
    label,
    baseline.filter((r) => r.scenarioLabel === label).every((r) => r.status === "passed") ? "captured" : "FAILED",
    ...viewports.map((viewport) => cell(label, viewport)),
  ]);
  return table(["scenario", "baseline", ...viewports], rows);
}
