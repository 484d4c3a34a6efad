// One attempt of a scenario of a run, as the run was configured: the environment's access, the project's viewports, linked events of the
// tracking plan. Stores screenshots and the trace, but no record.

import { scenarioAtPreview } from "../../domain/functional/atPreview.ts";
import type { StepResult } from "../../domain/functional/attempt.ts";
import { attemptStatus } from "../../domain/functional/attemptStatus.ts";
import type { ScenarioLimits } from "../../domain/functional/limits.ts";
import type { PlannedScenario } from "../../domain/functional/plan.ts";
import { optionsOf } from "../../domain/functional/runOptions.ts";
import {
  judgeLinks,
  type LinkedEvent,
  type LinkVerdict,
  namesOf,
  withTracking,
} from "../../domain/functional/trackingLinks.ts";
import { createMasker, maskTexts } from "../../domain/functional/values.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { ScenarioRun } from "../../models/scenarioRuns/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { throwIfCancelled } from "../failures.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { siteAccessOf } from "../siteAccess.ts";
import { secretsOf } from "../siteSecrets.ts";
import { layersOf } from "./dataLayers.ts";
import { type Attempted, runAttempt } from "./engine/attempt.ts";
import type { Halt } from "./engine/session.ts";
import { testIdAttributeOf } from "./testIds.ts";

export type ScenarioDeps = Pick<
  AuditDeps,
  "models" | "artifacts" | "sealer" | "visit" | "now" | "log" | "config" | "client" | "metrics" | "ulid"
> & {
  /** Overrides of SCENARIO_LIMITS. */
  limits?: Partial<ScenarioLimits>;
};

export type AttemptWish = {
  run: Run;
  /** Its browser, viewport and links; what it does is `planned`. */
  scenario: Pick<ScenarioRun, "browser" | "viewport" | "links">;
  planned: PlannedScenario;
  attempt: number;
  trace: boolean;
  halt?: Halt;
};

export type Performed = Attempted & { steps: StepResult[]; tracking: LinkVerdict[] };

export async function performAttempt(
  deps: ScenarioDeps,
  { run, scenario, planned, attempt, trace, halt }: AttemptWish,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<Performed> {
  const { projectId } = run;
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  const access = await kept(() => siteAccessOf(deps, run));
  const project = await kept(() => findProject(deps.models, projectId, { viewports: 1, settings: 1 }));
  const links = JSON.parse(scenario.links) as LinkedEvent[];
  const viewport = scenario.viewport as keyof typeof DEFAULT_VIEWPORTS;
  const attempted = await runAttempt(
    {
      pool: deps.visit.pool,
      explainFailure: deps.visit.explainFailure,
      store: (bytes, contentType) => kept(() => keepArtifact(deps, { projectId, bytes, contentType })),
      now: deps.now,
    },
    {
      scenario: run.preview ? scenarioAtPreview(planned, run.preview) : planned,
      attempt,
      baseUrl: run.baseUrl,
      environment: run.environmentName,
      browser: scenario.browser,
      viewport: project?.viewports?.[viewport] ?? DEFAULT_VIEWPORTS[viewport] ?? DEFAULT_VIEWPORTS.desktop,
      access,
      tracking: {
        verify: optionsOf(run.extra).verifyTracking,
        layers: layersOf(project),
        linked: awaitedEvents(links),
      },
      trace,
      halt,
      limits: deps.limits,
      testIdAttribute: testIdAttributeOf(project),
    },
    signal,
    note,
  );
  throwIfCancelled(signal);
  return { ...attempted, ...tracked(attempted, links, createMasker(secretsOf(access))) };
}

function tracked(
  { steps, status, tracked: pass }: Attempted,
  links: readonly LinkedEvent[],
  mask: (text: string) => string,
): Pick<Performed, "steps" | "status" | "tracking"> {
  if (pass === null) return { steps, status, tracking: [] };
  // Steps that did not run cannot trigger anything.
  const ran = new Set(steps.filter((step) => step.status === "passed").map(({ index }) => index));
  const tracking = judgeLinks(
    links.filter(({ step, anywhere }) => anywhere || ran.has(step)),
    pass,
  ).map((one) => maskTexts(one, mask));
  const judged = withTracking(steps, pass, tracking, mask);
  return { steps: judged, status: status === "passed" ? attemptStatus(judged) : status, tracking };
}

/** Returns the names of events by the step in which they must happen; the step waits for them. */
function awaitedEvents(links: readonly LinkedEvent[]): Map<number, string[][]> {
  const byStep = new Map<number, string[][]>();
  for (const { step, event, anywhere } of links)
    if (!anywhere) byStep.set(step, [...(byStep.get(step) ?? []), namesOf(event)]);
  return byStep;
}
