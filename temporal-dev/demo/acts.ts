// The acts of the demo: the first finding, the baselines, and every pillar on one variant of the shop.
import { isAudit, PILLAR_NAME, type Pillar } from "../../domain/audit/pillars.ts";
import { demoAuditsOf } from "../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../domain/pillars/index.ts";
import { plural } from "../../domain/text.ts";
import type { ApiClient, RunStatus, ShotResult } from "../apiClient.ts";
import type { SessionClient } from "../sessionClient.ts";
import type { Log, Progress, Watched } from "./progress.ts";
import { type DemoScenario, pagesOfPillar, viewportsOf } from "./sample.ts";
import type { FunctionalResult, PillarResult, SeededDefect } from "./verdict.ts";

/** `together`: audits that run at the same time as screenshots and features. `alone`: audits measured with nothing else running. */
export const AUDITS = demoAuditsOf(DECLARED_PILLARS);
/** Only pages with something to show, because measuring is slow and runs alone. */
const MEASURED = ["Home", "Product: Oak stool", "Article: Caring for linen"];
/** A change that is easy to understand. */
const FIRST_LOOK = "Product: Linen throw";

const UNITS: Partial<Record<string, string>> = { visual: "screenshots", functional: "scenarios" };

export type Stage = {
  client: ApiClient;
  /** Client for reading with tools. */
  reader: ApiClient;
  person: SessionClient;
  progress: Progress;
  log: Log;
  slug: string;
  defects: readonly SeededDefect[];
  scenarios: readonly DemoScenario[];
  setVariant(variant: "good" | "flawed"): void;
};

export type ActResult = {
  results: Partial<Record<Pillar, PillarResult>>;
  visual: { status: string; results: ShotResult[] };
  functional: FunctionalResult;
};

const seconds = ({ duration = 0 }: RunStatus) => `${(duration / 1_000).toFixed(1)} s`;

/** Tests one page before everything else, so that within a minute of the start people see what Plumbline is for. */
export async function firstLook({ client, person, progress, log, setVariant }: Stage): Promise<void> {
  progress.begin("first look", `First look: the page "${FIRST_LOOK}", before and after somebody changed the shop`);
  const look = async (type: string) => {
    const { runId } = await client.run({ type, scenarios: [FIRST_LOOK] });
    const run = { name: FIRST_LOOK, runId, unit: "screenshots", parts: [FIRST_LOOK] };
    await progress.follow([run], () => undefined);
    return runId;
  };
  setVariant("good");
  await look("baseline");
  setVariant("flawed");
  const review = (await person.get(`/api/app/runs/${await look("test")}/review`)) as {
    shots: { title: string; viewport: string }[];
  };
  const [first] = review.shots;
  log(first ? `  FOUND: ${first.title} (${FIRST_LOOK}, ${first.viewport})` : "  nothing was found");
}

/** Returns the baselines of the good shop, or null if the run did not complete. */
export async function takeBaselines(stage: Stage): Promise<ShotResult[] | null> {
  const { client, progress, log, setVariant } = stage;
  setVariant("good");
  progress.begin("baseline", "Baselines of the good shop");
  const { runId } = await client.run({ type: "baseline" });
  let completed = false;
  // Each page is captured twice; if the two captures differ, there is no baseline.
  const phases = ["capturing", "confirming"];
  const baseline = { name: "baselines", runId, unit: "screenshots", parts: shotsOf(stage), phases };
  await progress.follow([baseline], (_, run) => {
    completed = run.status === "completed";
    log(`  baselines: ${run.status} in ${seconds(run)}${run.error ? ` (${run.error})` : ""}`);
  });
  return completed ? client.results(runId) : null;
}

/** Runs every pillar on one variant: first those that can run at the same time, then those measured alone. */
export async function act(stage: Stage, variant: "good" | "flawed"): Promise<ActResult> {
  const { client, progress, log, setVariant } = stage;
  setVariant(variant);
  progress.begin(variant, `Every pillar on the ${variant} shop, side by side`);
  const results: ActResult["results"] = {};
  let visual: ActResult["visual"] = { status: "missing", results: [] };
  let functional: FunctionalResult = { status: "missing", total: 0, passed: 0, causes: {} };
  /** Stores the result of the pillar and returns its problems. */
  const keep = async (pillar: Pillar, run: RunStatus): Promise<string[]> => {
    if (pillar === "visual") {
      visual = { status: run.status, results: await client.results(run.runId) };
      return visual.results
        .filter(({ status }) => status === "failed")
        .map(({ scenarioLabel, reasons }) => `${scenarioLabel}: ${reasons[0]?.message ?? "it changed."}`);
    }
    if (pillar === "functional") {
      functional = await functionalOf(stage, run);
      return Object.entries(functional.causes).map(([feature, causes]) => `${feature}: ${causes.join(", ")}`);
    }
    const result = await resultOf(client, run);
    results[pillar] = result;
    return result.findings.filter(({ outcome }) => outcome === "failed").map(({ message }) => message);
  };
  const ended = async (pillar: Pillar, run: RunStatus) => {
    const problems = await keep(pillar, run);
    log(`  ${PILLAR_NAME[pillar]}: ${run.status} in ${seconds(run)}, ${foundWords(problems)}`);
  };

  const pillars = new Map<string, Pillar>();
  const side: Watched[] = [];
  const names: Pillar[] = ["visual", "functional", ...AUDITS.together.map(({ pillar }) => pillar)];
  await progress.during("the runs are starting", async () => {
    for (const pillar of names) {
      const run = await startPillar(stage, pillar);
      pillars.set(run.runId, pillar);
      side.push(run);
    }
  });
  await progress.follow(side, ({ runId }, run) => ended(pillars.get(runId) as Pillar, run));
  progress.begin(`${variant} alone`, `Measured on the ${variant} shop with nothing beside it`);
  for (const { pillar, trigger } of AUDITS.alone) {
    const { runId } = await client.run({ type: trigger, scenarios: MEASURED });
    const run = { name: PILLAR_NAME[pillar], runId, unit: "pages", parts: MEASURED };
    await progress.follow([run], (_, status) => ended(pillar, status));
  }
  return { results, visual, functional };
}

const foundWords = ([first, ...others]: readonly string[]): string =>
  first === undefined ? "no problems" : `${plural(others.length + 1, "problem")}, the first: ${first}`;

/** Names of the screenshots in plan order. */
const shotsOf = ({ scenarios, defects }: Stage): string[] =>
  scenarios.flatMap(({ label }) => viewportsOf(label, defects).map((viewport) => `${label} (${viewport})`));

/** Starts each pillar as its own full audit, because each visits different pages. */
async function startPillar(stage: Stage, pillar: Pillar): Promise<Watched> {
  const { person, client, slug, defects, scenarios } = stage;
  const pages = isAudit(pillar) ? pagesOfPillar(pillar, defects, scenarios) : [];
  const body: Record<string, unknown> = { project: slug, pillars: [pillar] };
  if (pages.length > 0) body.scenarios = pages;
  const { runId } = await person.post("/api/tests/full-suite", body);
  const child = await childOf(client, String(runId));
  const parts = pillar === "visual" ? shotsOf(stage) : pages;
  return { name: PILLAR_NAME[pillar], runId: child, unit: UNITS[pillar] ?? "pages", parts };
}

/** Returns the run of the audit's only pillar, which exists once the audit is planned. */
async function childOf(client: ApiClient, suite: string): Promise<string> {
  let child: string | undefined;
  await client.wait(suite, {
    timeoutMs: Number.POSITIVE_INFINITY,
    everyMs: 500,
    until: ({ children }) => {
      child = (children as { runId: string }[] | undefined)?.[0]?.runId;
      return child !== undefined;
    },
  });
  if (child === undefined) throw new Error(`The full audit ${suite} has no part.`);
  return child;
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

async function functionalOf(stage: Stage, { runId, status, summary }: RunStatus): Promise<FunctionalResult> {
  const { total = 0, passed = 0 } = summary ?? {};
  return { status, total, passed, causes: await causesOf(stage, runId) };
}

/** Returns the causes of failed scenarios by feature id. */
async function causesOf({ reader, slug: project }: Stage, runId: string): Promise<FunctionalResult["causes"]> {
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
