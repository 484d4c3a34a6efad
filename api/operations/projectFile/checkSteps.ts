// Finds everything that would keep a file from being applied before anything is written, so that planning refuses whatever applying would
// refuse.
import { ProductError } from "../../../domain/errors.ts";
import { FEATURE_LIMITS } from "../../../domain/functional/feature.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import { below, SECTION_OF } from "../../../domain/projectFile/places.ts";
import type { Kind } from "../../../domain/projectFile/types.ts";
import { MAX_MODES } from "../../../domain/visual/modes.ts";
import { MAX_STEP_DEFS } from "../../../models/features/queries.ts";
import { isTurnDue, nextTurn } from "../../../platform/inTurns.ts";
import { fieldProblemsOf } from "../../lib/fieldProblems.ts";
import { MAX_CHANNELS } from "../notifications/channelInput.ts";
import { MAX_WIDE_RULES } from "../rules/wideRuleShape.ts";
import { MAX_SCHEDULES } from "../schedules/scheduleInput.ts";
import type { Comparison, Step } from "./compare.ts";
import { type Use, viewsOf } from "./section.ts";

/** Maximum number per project at any time. Deletions come last, so they make no room. */
const MAX_OF_KIND: Partial<Record<Kind, number>> = {
  mode: MAX_MODES,
  rule: MAX_WIDE_RULES,
  schedule: MAX_SCHEDULES,
  channel: MAX_CHANNELS,
  feature: FEATURE_LIMITS.perProject,
  step: MAX_STEP_DEFS,
};

/** Returns the problems with their paths in the file, in the order of the file's sections. */
export async function problemsOfSteps(use: Use, { steps, outcome }: Comparison): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [kind, most] of Object.entries(MAX_OF_KIND) as [Kind, number][])
    if (viewsOf(outcome.all, kind).size > most && steps.some(({ change }) => change.kind === kind && isNew(change)))
      problems.push({ path: SECTION_OF[kind], message: `would be more than the ${most} that a project may have` });
  for (const step of steps) {
    const found = await problemsOfStep(use, step, outcome);
    problems.push(...found.map(({ path, message }) => ({ path: below(step.place, path), message })));
    if (isTurnDue()) await nextTurn();
  }
  return problems;
}

const isNew = ({ action }: Step["change"]): boolean => action === "create";

async function problemsOfStep(
  use: Use,
  { section, part, change }: Step,
  outcome: Comparison["outcome"],
): Promise<FieldProblem[]> {
  try {
    if (part) return (await section.check?.(use, part, outcome)) ?? [];
    return (await section.checkRemoval?.(use, change.name, outcome)) ?? [];
  } catch (error) {
    return problemsOfError(error);
  }
}

/** Returns the fields that an error names, or its message. Rethrows other errors. */
function problemsOfError(error: unknown): FieldProblem[] {
  if (!(error instanceof ProductError) || error.code === "unavailable") throw error;
  // Some messages begin with their path, which is a separate field here.
  return fieldProblemsOf(error).map(({ path, message }) => ({
    path,
    message: message.startsWith(`${path} `) ? message.slice(path.length + 1) : message,
  }));
}
