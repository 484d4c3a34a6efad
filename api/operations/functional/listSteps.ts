// Step library of a project: editor completions, how often each definition is used, and which locators drift.
import { matchStep, readLibrary } from "../../../domain/functional/match/library.ts";
import { featureSentences, listStepDefs } from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunOfType } from "../../../models/runs/queries.ts";
import { latestAttemptsOf } from "../../../models/scenarioRuns/ofRun.ts";
import { stepsOf } from "../../../models/scenarioRuns/schema.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { projectStepDefs } from "./library.ts";

/** Maximum number of attempts of the newest run searched for drift. */
const MAX_ATTEMPTS = 300;

export async function listSteps(ctx: OperationContext, caller: Caller, project: Project) {
  requireReadRight(caller);
  const [defs, own, features, drift] = await Promise.all([
    projectStepDefs(ctx, project._id),
    listStepDefs(ctx.models, project._id),
    featureSentences(ctx.models, project._id),
    driftOf(ctx, project),
  ]);
  const library = readLibrary(defs);
  const users = new Map<string, Set<string>>();
  // Cached, because features repeat the same sentences.
  const known = new Map<string, string[]>();
  await inTurns(features, ({ featureId, sentences }) => {
    for (const text of sentences) {
      const ids = known.get(text) ?? matchStep(library, text).map(({ def }) => def.id);
      known.set(text, ids);
      for (const id of ids) users.set(id, (users.get(id) ?? new Set()).add(featureId));
    }
  });
  const versions = new Map(own.map(({ id, version }) => [id, version]));
  return {
    steps: defs.map(({ id, pattern, description, examples, params, tags, status }) => ({
      id,
      pattern,
      description,
      examples,
      tags,
      status,
      params: params.map(({ name, type }) => ({ name, type })),
      builtin: !versions.has(id),
      version: versions.get(id) ?? null,
      uses: users.get(id)?.size ?? 0,
      drift: drift.get(id) ?? 0,
    })),
    count: defs.length,
  };
}

/** Counts, per definition, the steps of the newest completed run whose element was found by a later locator. */
async function driftOf({ models }: OperationContext, project: Project): Promise<Map<string, number>> {
  const run = await latestRunOfType(models, { project }, "frt-test", { status: "completed", fields: { _id: 1 } });
  const drift = new Map<string, number>();
  if (!run) return drift;
  await inTurns(await latestAttemptsOf(models, run._id, MAX_ATTEMPTS), (attempt) => {
    for (const { stepDefId, drift: found } of stepsOf(attempt))
      if (stepDefId !== null && found.length > 0) drift.set(stepDefId, (drift.get(stepDefId) ?? 0) + 1);
  });
  return drift;
}
