import { given } from "../../given.ts";
import { PROBLEM_KINDS } from "../../problems/problem.ts";
import { plural, truncate } from "../../text.ts";
import type { ProblemAdvice } from "../advice.ts";

/** Scenarios that pass only on a retry have no step of their own. */
export const advice: ProblemAdvice = {
  kinds: PROBLEM_KINDS,
  step: {
    code: "functional_failures",
    places: "scenarios",
    worst: true,
    without: [],
    title: (count) => `Fix ${plural(count, "failed scenario")}${count > 1 ? " with one cause" : ""}`,
    gain: (count) => (count === 1 ? "The scenario passes" : "The scenarios pass"),
  },
  closer: ({ runId, evidence: { scenario, featureId } }) => ({
    label: scenario === undefined ? "Why scenarios failed" : `Explain "${truncate(scenario, 60)}"`,
    action: "explainJourney",
    args: given({ featureId, scenario, runId }),
  }),
};
