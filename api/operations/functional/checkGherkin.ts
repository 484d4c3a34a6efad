// Checks a feature text while somebody writes it and returns the problems with their positions. Nothing is saved.
import { ProductError } from "../../../domain/errors.ts";
import { readiness } from "../../../domain/functional/feature.ts";
import { type CompiledFeature, compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import type { GherkinProblem } from "../../../domain/functional/gherkin/problem.ts";
import { planCompiled } from "../../../domain/functional/planFeature.ts";
import { truncate } from "../../../domain/text.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { projectLibrary } from "./library.ts";
import { suggestSteps } from "./suggestSteps.ts";

export type TextProblem = {
  line: number;
  column: number;
  severity: "error" | "warning";
  message: string;
  /** Sentences that would fit. */
  suggestions: string[];
};
export type TextCheck = {
  /** Whether the text can be saved. */
  ok: boolean;
  /** Whether the text can be run. */
  ready: boolean;
  problems: TextProblem[];
  scenarios: { id: string; name: string; line: number; steps: number }[];
};

const MAX_PROBLEMS = 100;
/** Maximum number of steps to search suggestions for, because each one is a search. */
const MAX_SUGGESTED = 5;
const MAX_SENTENCES = 3;

export async function checkGherkin(
  ctx: OperationContext,
  caller: Caller,
  { project, gherkin, suggest = true }: { project: Project; gherkin: string; suggest?: boolean },
): Promise<TextCheck> {
  requireReadRight(caller);
  let compiled: CompiledFeature;
  try {
    compiled = compileFeature(gherkin);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const told = (error.details.problems ?? []) as GherkinProblem[];
    const problems = told.slice(0, MAX_PROBLEMS).map(({ line, column, message }) => errorAt(line, column, message));
    return {
      ok: false,
      ready: false,
      problems: problems.length > 0 ? problems : [errorAt(1, 1, error.message)],
      scenarios: [],
    };
  }
  const planned = planCompiled(compiled, await projectLibrary(ctx, project._id));
  const steps = planned.flatMap((one) => one.steps);
  const open = new Map(steps.filter(({ state }) => state !== "prepared").map((step) => [step.place.line, step]));
  const problems: TextProblem[] = [];
  for (const [line, { place, text, problem, candidates }] of [...open].slice(0, MAX_PROBLEMS)) {
    const suggestions =
      suggest && candidates.length === 0 && problems.length < MAX_SUGGESTED
        ? (await suggestSteps(ctx, caller, { project, sentence: text })).found.slice(0, MAX_SENTENCES)
        : [];
    problems.push({
      line,
      column: place.column,
      severity: "warning",
      message: truncate(problem ?? "No definition fits.", 500),
      suggestions: suggestions.map(({ sentence }) => sentence),
    });
  }
  const ready = readiness(planned);
  if (problems.length === 0)
    problems.push(
      ...ready
        .slice(0, MAX_PROBLEMS)
        .map((message): TextProblem => ({ ...errorAt(1, 1, message), severity: "warning" })),
    );
  const scenarios = compiled.scenarios.map(({ id, name, place, steps: own }) => ({
    id,
    name,
    line: place.line,
    steps: own.length,
  }));
  return { ok: true, ready: ready.length === 0, problems, scenarios };
}

const errorAt = (line: number, column: number, message: string): TextProblem => ({
  line,
  column,
  severity: "error",
  message: truncate(message, 500),
  suggestions: [],
});
