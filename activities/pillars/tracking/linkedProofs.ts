// Collects the latest results of functional tests for events of a plan that are linked to their steps.
import { optionsOf } from "../../../domain/functional/runOptions.ts";
import type { LinkedEvent, LinkVerdict } from "../../../domain/functional/trackingLinks.ts";
import { HEALTH_WINDOW } from "../../../domain/health/siteHealth.ts";
import type { LinkedProof, PlanEvent } from "../../../domain/pillars/tracking/plan.ts";
import { truncate } from "../../../domain/text.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { attemptsOf, linkedScenarios } from "../../../models/scenarioRuns/ofRun.ts";
import { type ScenarioRun, stepsOf, trackingOf } from "../../../models/scenarioRuns/schema.ts";
import type { CommonDeps } from "../../commonDeps.ts";

/** Maximum number of functional runs read, the newest first; older ones say little about the current site. */
const MAX_RUNS = 20;
const SINCE_MS = HEALTH_WINDOW.days * 86_400_000;
const FIELDS = { baseUrl: 1, extra: 1, finishedAt: 1 } as const;

/** Returns one proof per event, from the newest run with `verifyTracking` at the same address whose plan had its link. */
export async function linkedProofs(
  { models, now }: Pick<CommonDeps, "models" | "now">,
  { run, project }: { run: Run; project: Pick<Project, "_id" | "mainBranch"> },
  events: readonly PlanEvent[],
): Promise<LinkedProof[]> {
  const wanted = new Set(events.filter(({ frtLinks }) => frtLinks.length > 0).map(({ id }) => id));
  if (wanted.size === 0) return [];
  const place = { project, environmentId: run.environmentId, branch: run.branch ?? project.mainBranch };
  const since = new Date(now().getTime() - SINCE_MS);
  const runs = await latestRunsOfType(models, place, "frt-test", {
    status: "completed",
    since,
    limit: MAX_RUNS,
    fields: FIELDS,
  });
  const proofs: LinkedProof[] = [];
  for (const one of runs) {
    if (wanted.size === 0) break;
    if (one.baseUrl !== run.baseUrl || !optionsOf(one.extra).verifyTracking) continue;
    for (const proof of await proofsOf(models, one, wanted)) {
      wanted.delete(proof.eventId);
      proofs.push(proof);
    }
  }
  return proofs;
}

type Scenario = Pick<ScenarioRun, "_id" | "featureName" | "name" | "links">;
type Seen = { scenario: Scenario; step: number; verdict: LinkVerdict | null; screenshotId: string | null };

async function proofsOf(
  models: CommonDeps["models"],
  { _id: runId, finishedAt, createdAt }: Pick<Run, "_id" | "finishedAt" | "createdAt">,
  wanted: ReadonlySet<string>,
): Promise<LinkedProof[]> {
  const seen = new Map<string, Seen[]>();
  for (const scenario of await linkedScenarios(models, runId)) {
    const links = (JSON.parse(scenario.links) as LinkedEvent[]).filter(({ event }) => wanted.has(event.id));
    if (links.length === 0) continue;
    const last = (await attemptsOf(models, scenario._id)).at(-1);
    const verdicts = last ? trackingOf(last) : [];
    const steps = last ? stepsOf(last) : [];
    for (const { event, step } of links) {
      const verdict = verdicts.find((one) => one.planEventId === event.id && one.step === step) ?? null;
      const done = steps.find(({ index }) => index === step);
      // A browser that cannot report tracking proves nothing.
      if (verdict === null && done?.status === "passed") continue;
      const screenshotId = done?.screenshotId ?? null;
      seen.set(event.id, [...(seen.get(event.id) ?? []), { scenario, step, verdict, screenshotId }]);
    }
  }
  const at = (finishedAt ?? createdAt).toISOString();
  return [...seen].map(([eventId, all]) => ({ eventId, runId, at, ...worstOf(all) }));
}

/** In one run an event may be linked to several steps: all of them count. */
function worstOf(
  all: readonly Seen[],
): Pick<LinkedProof, "status" | "scenario" | "step" | "violations" | "screenshotId"> {
  const told =
    all.find(({ verdict }) => verdict?.status === "fail") ?? all.find(({ verdict }) => verdict === null) ?? all[0];
  return {
    status: told?.verdict?.status ?? "not_reached",
    scenario: truncate(`${told?.scenario.featureName}: ${told?.scenario.name}`, 200),
    step: told?.step ?? 0,
    violations: (told?.verdict?.violations ?? []).slice(0, 5).map((one) => truncate(one, 300)),
    screenshotId: told?.screenshotId ?? null,
  };
}
