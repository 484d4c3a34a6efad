// Plans a feature: matches each sentence of each scenario with its definition.
import { expandActions } from "./expand.ts";
import { type CompiledFeature, type CompiledStep, compileFeature } from "./gherkin/compile.ts";
import { bindArguments, matchStep, readLibrary, type StepLibrary } from "./match/library.ts";
import type { PlannedScenario, PlannedStep } from "./plan.ts";
import type { StepDef } from "./stepDef.ts";

/** Plans the scenarios of a text, in order. Throws `validation_error` with line and column if the text is not a valid feature. */
export function planFeature(text: string, defs: readonly StepDef[]): PlannedScenario[] {
  return planCompiled(compileFeature(text), readLibrary(defs));
}

/** Same as `planFeature`, for a compiled feature and a parsed library. */
export function planCompiled({ scenarios }: CompiledFeature, library: StepLibrary): PlannedScenario[] {
  const planned = new Map<string, Prepared>();
  const once = (step: CompiledStep): Prepared => {
    // Cached, because scenarios share backgrounds, and rows of outlines share most of their steps.
    const key = JSON.stringify([step.text, step.argument]);
    const known = planned.get(key) ?? prepare(step, library);
    planned.set(key, known);
    return known;
  };
  return scenarios.map(({ id, name, rule, tags, place, steps }) => ({
    id,
    name,
    rule,
    tags,
    place,
    steps: steps.map((step, index) => ({ index, ...step, ...once(step) })),
  }));
}

type Prepared = Pick<PlannedStep, "state" | "stepDefId" | "candidates" | "problem" | "args" | "actions">;

/** Finds the definition of one sentence, and its actions. */
export function prepare(step: Pick<CompiledStep, "text" | "argument">, library: StepLibrary): Prepared {
  const none = { stepDefId: null, candidates: [], args: {}, actions: [] };
  const found = matchStep(library, step.text);
  const [match] = found;
  if (!match) return { ...none, state: "undefined", problem: "No step definition fits the sentence." };
  const candidates = found.map(({ def }) => def.id);
  if (found.length > 1) {
    const problem = `Several step definitions fit the sentence: ${candidates.slice(0, 5).join(", ")}.`;
    return { ...none, state: "ambiguous", candidates, problem };
  }
  const bound = bindArguments(match, step.argument);
  if ("problem" in bound) return { ...none, state: "undefined", candidates, problem: bound.problem };
  const expanded = expandActions(match.def, bound.args, library.byId);
  if ("problem" in expanded) return { ...none, state: "undefined", candidates, problem: expanded.problem };
  return {
    state: "prepared",
    stepDefId: match.def.id,
    candidates: [],
    problem: null,
    args: bound.args,
    actions: expanded.actions,
  };
}
