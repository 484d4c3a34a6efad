// What the demo does: baselines of the good shop, then every pillar on the good and on the flawed one, and the verdict.
import { readFile } from "node:fs/promises";
import { PILLAR_NAME, type Pillar } from "../../domain/audit/pillars.ts";
import { demoAuditsOf } from "../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../domain/pillars/index.ts";
import { auditPillarOf, type StatusType } from "../../domain/runTypes.ts";
import { readablePercent } from "../../domain/visual/compare/verdict.ts";
import { admin } from "../adminCommand.ts";
import { type ApiClient, createApiClient, type RunStatus, type ShotResult } from "../apiClient.ts";
import type { DemoSite } from "../demo-site/server.ts";
import type { Service } from "../service.ts";
import type { SessionClient } from "../sessionClient.ts";
import { table } from "../table.ts";
import { demoFile, prepareProject } from "./prepare.ts";
import { proveTicket } from "./proof.ts";
import {
  type FunctionalResult,
  judgeFunctional,
  judgePillars,
  judgeVisual,
  type PillarResult,
  type SeededDefect,
} from "./verdict.ts";

type Log = (line?: string) => void;

/** `together`: what a full audit of the demo is made of, beside pictures and features. */
const AUDITS = demoAuditsOf(DECLARED_PILLARS);
/** Measuring is slow and alone on its machine: the pages that have something to show. */
const MEASURED = ["Home", "Product: Oak stool", "Article: Caring for linen"];

/** Answers the exit code: 0 when every seeded defect was found, and nothing else on the flawed shop or the good one. */
export async function demonstrate(demo: { service: Service; site: DemoSite; slug: string; log: Log }): Promise<number> {
  const { service, site, slug, log } = demo;
  const { key, readKey, writeKey, person, email, password } = await prepareProject(service, site.url, slug);
  log(`sign in as ${email} with ${password}`);
  const client = createApiClient(service.apiUrl, key);
  const watch = (what: string, runId: string, unit: string) => follow(client, what, runId, unit, log);

  site.setVariant("good");
  const baseline = await watch("baseline of the good shop", (await client.run({ type: "baseline" })).runId, "shots");
  const audit = async (variant: "good" | "flawed", pillars: readonly string[]) => {
    site.setVariant(variant);
    const what = `audit of the ${variant} shop`;
    const suite = await watch(what, await startAudit(person, slug, pillars), "pillars");
    const results: Partial<Record<Pillar, PillarResult>> = {};
    for (const { pillar, trigger } of AUDITS.alone) {
      const { runId } = await client.run({ type: trigger, scenarios: MEASURED });
      const measured = await watch(`${PILLAR_NAME[pillar].toLowerCase()} of the ${variant} shop`, runId, "pages");
      results[pillar] = await resultOf(client, measured);
    }
    const children = (suite.children ?? []) as { runId: string; type: StatusType }[];
    for (const { runId, type } of children) {
      const pillar = auditPillarOf(type);
      if (pillar !== null) results[pillar] = await resultOf(client, await client.status(runId));
    }
    const part = (type: StatusType) => children.find((child) => child.type === type)?.runId;
    const [visual, functional] = [await visualOf(part("vrt-test")), await functionalOf(part("frt-test"))];
    return { results, visual, functional };
  };
  const visualOf = async (runId: string | undefined) =>
    runId === undefined
      ? { status: "missing", results: [] as ShotResult[] }
      : { status: (await client.status(runId)).status, results: await client.results(runId) };
  const reader = createApiClient(service.apiUrl, readKey);
  const functionalOf = async (runId: string | undefined): Promise<FunctionalResult> => {
    if (runId === undefined) return { status: "missing", total: 0, passed: 0, causes: {} };
    const { status, summary } = await client.status(runId);
    return {
      status,
      total: summary?.total ?? 0,
      passed: summary?.passed ?? 0,
      causes: await causesOf(reader, slug, runId),
    };
  };
  const together = ["visual", "functional", ...AUDITS.together.map(({ pillar }) => pillar)];
  const good = await audit("good", together);
  const flawed = await audit("flawed", together);
  if (baseline.status !== "completed") {
    log("The demo failed: without baselines of the good shop no screenshot can be compared.");
    return 1;
  }
  const taken = await client.results(baseline.runId);
  log();
  log(visualTable(taken, flawed.visual.results));
  log();
  const defects = JSON.parse(await readFile(demoFile("defects.json"), "utf8")) as SeededDefect[];
  const ofShop = ({ visual }: typeof good) => ({ ...visual, expected: taken.length });
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
  const header = ["pillar", "good shop", "flawed shop", "seeded defects found"];
  log(table(header, [functional.row, ...audits.rows]));
  log();
  for (const line of [...functional.lines, ...audits.lines]) log(line);
  log();
  site.setVariant("good");
  const proven = await proveTicket(createApiClient(service.apiUrl, writeKey), slug, log);
  log();
  await showDashboard(service, slug, email, log);
  const failed = [
    ...(visual.ok ? [] : ["pictures"]),
    ...(functional.ok ? [] : ["features"]),
    ...(audits.ok ? [] : ["audits"]),
    ...(proven ? [] : ["the proof of a ticket"]),
  ];
  log();
  log(
    failed.length === 0
      ? "The demo passed: it found every seeded defect, and nothing else."
      : `The demo failed: ${failed.join(", ")}. The lines in capitals above say what was missed, or found though nobody seeded it.`,
  );
  return failed.length === 0 ? 0 : 1;
}

const of = (results: Partial<Record<Pillar, PillarResult>>, pillar: Pillar): PillarResult =>
  results[pillar] ?? { status: "missing", score: null, findings: [], notMeasured: 0, startingPoint: false };

/** Says where the results are to be looked at: the address, and a link that signs in once and leads there. */
async function showDashboard(service: Service, slug: string, email: string, log: Log): Promise<void> {
  const results = `/p/${slug}`;
  const link = await admin(service.dataDir, ["users", "sign-in-link", "--email", email], service.env);
  log(`dashboard ${service.apiUrl}${results}`);
  log(`sign in   ${link.replace("#", `?next=${encodeURIComponent(results)}#`)}`);
  log("          (the link works once, for ten minutes)");
}

/** Every cause for which scenarios of a feature failed, by its id. */
async function causesOf(reader: ApiClient, project: string, runId: string): Promise<FunctionalResult["causes"]> {
  const ask = async (tool: string, args: object) => {
    const answer = await reader.request("POST", "/api/mcp/v1/invoke", { tool, args: { project, runId, ...args } });
    return (answer as { data: unknown }).data;
  };
  const { scenarios } = (await ask("frt_get_run_timeline", {})) as {
    scenarios: { featureId: string; status: string }[];
  };
  const causes: FunctionalResult["causes"] = {};
  for (const featureId of new Set(scenarios.flatMap((one) => (one.status === "passed" ? [] : [one.featureId])))) {
    const { failures } = (await ask("frt_explain_failure", { featureId })) as { failures: { cause: string }[] };
    causes[featureId] = failures.length > 0 ? [...new Set(failures.map(({ cause }) => cause))] : ["unexplained"];
  }
  return causes;
}

async function startAudit(person: SessionClient, project: string, pillars: readonly string[]): Promise<string> {
  const { runId } = await person.post("/api/tests/full-suite", { project, pillars });
  return String(runId);
}

async function resultOf(client: ApiClient, run: RunStatus): Promise<PillarResult> {
  return {
    status: run.status,
    score: run.summary?.score ?? null,
    notMeasured: run.summary?.notMeasured ?? 0,
    findings: await client.findings(run.runId),
    startingPoint: Boolean(run.summary?.startingPoint),
  };
}

/** Waits for a run and tells how far it is. */
async function follow(client: ApiClient, what: string, runId: string, unit: string, log: Log): Promise<RunStatus> {
  let last = -1;
  // However long it takes on this machine: what ends a run is in the service.
  const run = await client.wait(runId, {
    timeoutMs: Number.POSITIVE_INFINITY,
    onProgress: ({ progress }) => {
      const step = (progress?.total ?? 0) > 20 ? 10 : 1;
      const done = progress ? Math.floor(progress.done / step) * step : 0;
      if (progress && progress.total > 0 && done > last) {
        last = done;
        log(`  ${what}: ${progress.done} of ${progress.total} ${unit}`);
      }
    },
  });
  log(`${what}: ${run.status} in ${((run.duration ?? 0) / 1_000).toFixed(1)} s${run.error ? ` (${run.error})` : ""}`);
  return run;
}

function visualTable(baseline: ShotResult[], visual: ShotResult[]): string {
  const labels = [...new Set(visual.map((r) => r.scenarioLabel))];
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
    ...["phone", "tablet", "desktop"].map((viewport) => cell(label, viewport)),
  ]);
  return table(["scenario", "baseline", "phone", "tablet", "desktop"], rows);
}
