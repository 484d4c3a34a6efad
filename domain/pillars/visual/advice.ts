import { given } from "../../given.ts";
import { PROBLEM_KINDS } from "../../problems/problem.ts";
import { plural, truncate } from "../../text.ts";
import type { ProblemAdvice } from "../advice.ts";

/** Screenshots are reviewed change by change; screenshots without a baseline have their own step. */
export const advice: ProblemAdvice = {
  kinds: PROBLEM_KINDS,
  step: {
    code: "visual_failures",
    places: "pictures",
    worst: false,
    without: ["no_baseline"],
    title: (count) => `Review ${plural(count, "changed screenshot")}${count > 1 ? " with the same change" : ""}`,
    gain: (count) => (count === 1 ? "The screenshot passes" : "The screenshots pass"),
  },
  closer({ rule, runId, evidence: { scenario, viewport } }) {
    if (scenario === undefined) return { label: "What failed", action: "readFailures", args: { runId } };
    const name = `"${truncate(scenario, 60)}"`;
    return rule === "no_baseline"
      ? { label: `Capture the baseline of ${name}`, action: "captureBaselines", args: { scenarios: [scenario] } }
      : {
          label: `Explain ${name} on ${viewport}`,
          action: "explainFailure",
          args: given({ scenarioLabel: scenario, viewport, runId }),
        };
  },
};
