// Runs one attempt of one scenario and stores it; after the last one the scenario gets its result.
import { Context } from "@temporalio/activity";
import type { AttemptResult, StepResult } from "../../domain/functional/attempt.ts";
import { type ScenarioStatus, scenarioOutcome, triesAgain } from "../../domain/functional/attemptStatus.ts";
import type { PlannedScenario } from "../../domain/functional/plan.ts";
import { type FeatureRunOptions, optionsOf } from "../../domain/functional/runOptions.ts";
import { pagesOfSteps, scenarioFailure } from "../../domain/functional/scenarioFailure.ts";
import { scenarioAttemptIdOf } from "../../domain/ids.ts";
import { ANSWERED_ERROR } from "../../domain/runs/measured.ts";
import { type AwayMode, isSiteAway } from "../../domain/runs/siteAway.ts";
import { keepElementPrints } from "../../models/elementPrints/queries.ts";
import { elementPrintId } from "../../models/elementPrints/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import { attemptsOf, decideScenario, keepScenarioAttempt, wasJudged } from "../../models/scenarioRuns/ofRun.ts";
import { findScenarioRun } from "../../models/scenarioRuns/queries.ts";
import { planOf, type ScenarioAttempt, type ScenarioRun, stepsOf } from "../../models/scenarioRuns/schema.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { readRun } from "../readRun.ts";
import type { Attempted } from "./engine/attempt.ts";
import { placeOf } from "./engine/session.ts";
import { performAttempt, type ScenarioDeps } from "./performAttempt.ts";

/** `again`: another attempt may help. `away`: the site is unreachable, and nothing is stored of the attempt. */
export type AttemptAnswer = { status: ScenarioStatus; again: boolean; away?: true };

export type ScenarioActivities = {
  runScenarioAttempt(input: { scenarioRunId: string; attempt: number; away?: AwayMode }): Promise<AttemptAnswer>;
};

export function createScenarioActivities(deps: ScenarioDeps): ScenarioActivities {
  return {
    runScenarioAttempt: (input) => withHeartbeat((signal, note) => runOne(deps, input, signal, note)),
  };
}

async function runOne(
  deps: ScenarioDeps,
  { scenarioRunId, attempt, away }: { scenarioRunId: string; attempt: number; away?: AwayMode },
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<AttemptAnswer> {
  const { models } = deps;
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  const scenario = await kept(() => findScenarioRun(models, scenarioRunId));
  if (!scenario) throw invalid(`The scenario ${scenarioRunId} is not in the database.`);
  if (scenario.status !== "pending") return { status: scenario.status, again: false };
  const run = await kept(() => readRun(deps, scenario.runId));
  const options = optionsOf(run.extra);
  const before = await kept(() => attemptsOf(models, scenarioRunId));
  const done = before.find((one) => one.attempt === attempt);
  const result = done ?? (await attemptOf(deps, run, scenario, { attempt, options, away }, signal, note));
  if (result === AWAY) return { status: "error", again: false, away: true };
  // The run has waited long enough: an immediate retry would only fail the same way.
  const isAway = away === "final" && result.error !== null && isSiteAway(result.error);
  if (!isAway && triesAgain(result.status, attempt, options.retries)) return { status: result.status, again: true };
  const status = await kept(() =>
    decide(deps, run, scenario, [...before.filter((one) => one.attempt < attempt), result]),
  );
  return { status, again: false };
}

type Asked = { attempt: number; options: FeatureRunOptions; away?: AwayMode };
const AWAY = "away";

/** Runs the attempt and stores it. A retry of the activity whose worker was lost starts it again, in a fresh context. */
async function attemptOf(
  deps: ScenarioDeps,
  run: Run,
  scenario: ScenarioRun,
  { attempt, options, away }: Asked,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<ScenarioAttempt | typeof AWAY> {
  const { projectId } = run;
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  const planned = planOf(scenario);
  const wish = { run, scenario, planned, attempt, trace: options.trace };
  const attempted = await performAttempt(deps, wish, signal, note);
  if (away === "wait" && attempted.error && isSiteAway(attempted.error)) return AWAY;
  const { steps, status, tracking } = attempted;
  const began = Context.current().info.attempt;
  const restarted =
    began > 1
      ? [
          `Its worker was lost ${began === 2 ? "once" : `${began - 1} times`}; this attempt started again from the beginning.`,
        ]
      : [];
  const record: ScenarioAttempt = {
    _id: scenarioAttemptIdOf(scenario._id, attempt),
    scenarioRunId: scenario._id,
    runId: run._id,
    projectId,
    attempt,
    status,
    startedAt: attempted.startedAt,
    duration: attempted.duration,
    traceId: attempted.traceId,
    error: attempted.error,
    steps: JSON.stringify(steps),
    tracking: JSON.stringify(tracking),
    notes: [...restarted, ...attempted.notes],
  };
  note("storing");
  if (status === "passed")
    await kept(() => rememberElements(deps, run, scenario, planned, { steps, beside: attempted.beside }));
  return kept(() => keepScenarioAttempt(deps.models, record));
}

async function decide(
  deps: ScenarioDeps,
  { baseUrl }: Run,
  scenario: ScenarioRun,
  attempts: ScenarioAttempt[],
): Promise<ScenarioStatus> {
  const last = attempts.at(-1);
  const counted = scenarioOutcome(attempts);
  if (counted === null || last === undefined) throw invalid(`The scenario ${scenario._id} has no attempt.`);
  // A site that responded to this scenario before and now responds with an error has become worse.
  const broken5xx = counted.status === "error" && last.error?.code === ANSWERED_ERROR;
  const outcome =
    broken5xx && (await wasJudged(deps.models, scenario)) ? { ...counted, status: "failed" as const } : counted;
  const told = attempts.map((one) => ({ ...one, steps: stepsOf(one) }));
  const steps = stepsOf(last);
  const broken = steps.find(({ status }) => status !== "passed" && status !== "skipped");
  return decideScenario(deps.models, scenario._id, {
    ...outcome,
    attempts: attempts.length,
    duration: attempts.reduce((sum, { duration }) => sum + duration, 0),
    failedStep: outcome.status === "passed" ? null : (broken?.index ?? null),
    message: outcome.status === "passed" ? null : messageOf(last.error, broken),
    failure: scenarioFailure(told),
    pages: pagesOfSteps(steps, baseUrl),
    decidedAt: deps.now(),
  });
}

function messageOf(error: AttemptResult["error"], broken: StepResult | undefined): string {
  if (error) return error.message;
  if (broken?.failure) return broken.failure.message;
  if (broken?.status === "ambiguous") return `Several step definitions fit "${broken.text}".`;
  return broken ? `No step definition fits "${broken.text}".` : "The scenario did not pass.";
}

/** Stores what the elements of passed steps looked like, for healing; one document per action of a definition and its locators. */
async function rememberElements(
  { models, now }: ScenarioDeps,
  run: Run,
  { featureId }: ScenarioRun,
  planned: PlannedScenario,
  { steps, beside }: { steps: readonly StepResult[]; beside: Attempted["beside"] },
): Promise<void> {
  const { projectId } = run;
  const prints = steps.flatMap((step) =>
    Object.entries(step.fingerprints).flatMap(([at, fingerprint]) => {
      const action = planned.steps[step.index]?.actions[Number(at)];
      if (action === undefined) return [];
      const locators = action.action.target?.locators ?? [];
      const { stepDefId, index } = action;
      return [
        {
          _id: elementPrintId({ projectId, stepDefId, action: index, locators }),
          projectId,
          stepDefId,
          action: index,
          locators: JSON.stringify(locators),
          fingerprint: JSON.stringify(fingerprint),
          beside: JSON.stringify(beside.get(placeOf(step.index, Number(at))) ?? []),
          runId: run._id,
          featureId,
          url: step.url,
          screenshotId: step.screenshotId,
          at: now(),
        },
      ];
    }),
  );
  // If a scenario uses an element twice, the later fingerprint counts.
  const latest = new Map(prints.map((print) => [print._id, print]));
  await keepElementPrints(models, [...latest.values()]);
}
