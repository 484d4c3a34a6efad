// Exports a functional run as Cucumber messages, streamed so that only a few scenarios are in memory at the same time.
import { type Envelope, version as protocolVersion } from "@cucumber/messages";
import type { StepResult } from "../../../domain/functional/attempt.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import {
  attemptMessages,
  caseMessages,
  hookMessages,
  type ReportedAttempt,
  RUN_STARTED,
  stepDefinitionMessage,
  timestampOf,
} from "../../../domain/functional/messages/cases.ts";
import { type FeatureSource, sourceOf } from "../../../domain/functional/messages/source.ts";
import type { PlannedScenario } from "../../../domain/functional/plan.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { plural } from "../../../domain/text.ts";
import { featureTextAt, listStepDefs, stepDefOf } from "../../../models/features/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { attemptsOf, plannedScenarios, scenariosOfRun } from "../../../models/scenarioRuns/ofRun.ts";
import { planOf, type ScenarioRun, stepsOf } from "../../../models/scenarioRuns/schema.ts";
import { ArtifactDamagedError, ArtifactMissingError } from "../../../platform/artifacts/store.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { endedFeatureRun } from "./endedFeatureRun.ts";

/** Maximum characters of screenshots in one document, in base64: for steps that did not pass, and for the last step of passed attempts. */
const PICTURES = { broken: 16_000_000, passed: 8_000_000 };

/** Returns the messages one by one. Throws the same errors as `endedFeatureRun`, before the first message. */
export async function cucumberMessages(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  version: string | undefined,
): Promise<AsyncGenerator<Envelope>> {
  const run = await endedFeatureRun(ctx, caller, runId, "Cucumber's messages are");
  return messagesOf(ctx, run, version);
}

async function* messagesOf(ctx: OperationContext, run: Run, version: string | undefined): AsyncGenerator<Envelope> {
  const { models } = ctx;
  const all = await scenariosOfRun(models, run._id);
  const places = new Set(all.map(({ browser, viewport }) => `${browser}, ${viewport}`));
  const own = (await listStepDefs(models, run.projectId)).map(stepDefOf);
  const defs = new Map([...BUILTIN_STEP_DEFS, ...own].map((def) => [def.id, def]));
  const pictures = picturesFor(ctx);
  const told = new Set<string>();
  let sources = new Map<string, FeatureSource>();
  let featureId: string | undefined;

  yield metaOf(run, version);
  yield* hookMessages();
  yield {
    testRunStarted: { id: RUN_STARTED, timestamp: timestampOf((run.startedAt ?? run.createdAt).getTime()) },
  };
  for await (const some of plannedScenarios(models, run._id))
    for (const scenario of some) {
      // Scenarios of one feature are consecutive.
      if (featureId !== scenario.featureId) sources = new Map();
      featureId = scenario.featureId;
      const place = places.size > 1 ? `${scenario.browser}, ${scenario.viewport}` : null;
      const source = sources.get(place ?? "") ?? (await readFeature(ctx, run, scenario, place));
      if (!sources.has(place ?? "")) yield* source.envelopes;
      sources.set(place ?? "", source);
      const plan = planOf(scenario);
      const template = source.pickles.get(plan.id);
      // Never missing: a plan is always among those that its feature was read with.
      if (!template) continue;
      yield* newDefinitions(plan, defs, told);
      const reported = { id: scenario._id, name: place === null ? template.name : `${template.name} (${place})`, plan };
      yield* caseMessages(reported, template);
      for (const attempt of await reportedAttempts(ctx, run, scenario))
        yield* attemptMessages(reported, attempt, await pictures.of(attempt));
    }
  const failed = all.filter(({ status }) => status !== "passed").length;
  const leftOut = pictures.leftOut();
  yield {
    testRunFinished: {
      testRunStartedId: RUN_STARTED,
      timestamp: timestampOf((run.finishedAt ?? run.createdAt).getTime()),
      success: failed === 0 && run.status === "completed",
      ...(run.error
        ? { message: run.error }
        : leftOut > 0 && { message: `${plural(leftOut, "screenshot")} omitted: the document would be too large.` }),
    },
  };
}

const metaOf = ({ ciProvider, prUrl }: Run, version: string | undefined): Envelope => ({
  meta: {
    protocolVersion,
    implementation: { name: "Plumbline", ...(version && { version }) },
    runtime: { name: "Node.js", version: process.versions.node },
    os: { name: process.platform },
    cpu: { name: process.arch },
    ...(ciProvider && { ci: { name: ciProvider, ...(prUrl && { url: prUrl }) } }),
  },
});

/** Returns the feature text as of when the run was planned, with all plans of the feature. */
async function readFeature(
  ctx: OperationContext,
  run: Run,
  scenario: ScenarioRun,
  place: string | null,
): Promise<FeatureSource> {
  const { featureId, featureName, featureVersion } = scenario;
  const text =
    featureVersion === undefined
      ? null
      : await featureTextAt(ctx.models, { projectId: run.projectId, featureId }, featureVersion);
  const plans = new Map<string, PlannedScenario>();
  for await (const some of plannedScenarios(ctx.models, run._id, featureId))
    await inTurns(some, (one) => void plans.set(one.scenarioId, planOf(one)));
  return sourceOf({ featureId, name: featureName, place, text, plans: [...plans.values()] });
}

function newDefinitions({ steps }: PlannedScenario, defs: ReadonlyMap<string, StepDef>, told: Set<string>): Envelope[] {
  return steps.flatMap(({ stepDefId, candidates, text }) =>
    [...(stepDefId === null ? candidates : [stepDefId])].flatMap((id) => {
      if (told.has(id)) return [];
      told.add(id);
      return [stepDefinitionMessage(id, defs.get(id), text)];
    }),
  );
}

/** Returns the attempts of a scenario. A scenario that never started gets one attempt, which says so. */
async function reportedAttempts(ctx: OperationContext, run: Run, scenario: ScenarioRun): Promise<ReportedAttempt[]> {
  const attempts = await attemptsOf(ctx.models, scenario._id);
  if (attempts.length === 0)
    return [
      {
        attempt: 1,
        startedAt: (scenario.decidedAt ?? run.createdAt).toISOString(),
        duration: 0,
        error: { code: "not_run", message: scenario.message ?? "The scenario was not run." },
        steps: [],
        notes: [],
        willBeRetried: false,
      },
    ];
  return attempts.map((attempt, at) => ({
    ...attempt,
    steps: stepsOf(attempt),
    willBeRetried: at < attempts.length - 1,
  }));
}

/** Returns a reader of screenshots that stops when the size limit is reached. */
function picturesFor(ctx: OperationContext) {
  const room = { ...PICTURES };
  let leftOut = 0;
  const read = async (kind: keyof typeof room, { screenshotId }: StepResult): Promise<string | null> => {
    if (screenshotId === null) return null;
    try {
      const picture = room[kind] > 0 ? (await ctx.artifacts.get(screenshotId)).toString("base64") : null;
      if (picture !== null && picture.length <= room[kind]) {
        room[kind] -= picture.length;
        return picture;
      }
    } catch (error) {
      if (!(error instanceof ArtifactMissingError || error instanceof ArtifactDamagedError)) throw error;
    }
    leftOut += 1;
    return null;
  };
  return {
    leftOut: () => leftOut,
    async of({ steps }: ReportedAttempt): Promise<Map<number, string>> {
      const broken = steps.find(({ status }) => status === "failed");
      const shown = broken ?? steps.findLast(({ status }) => status === "passed");
      const picture = shown ? await read(broken ? "broken" : "passed", shown) : null;
      return new Map(shown && picture !== null ? [[shown.index, picture]] : []);
    },
  };
}
