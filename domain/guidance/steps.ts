// Decides what to do, and in which order, by a table of rules over the facts. The first that applies is the one to do now.
import { plural } from "../text.ts";
import { callOf } from "./calls.ts";
import { type Facts, STALE_DAYS } from "./facts.ts";
import { budgetBroken, failures, falling, mildFindings, newFindings, openFindings } from "./issueSteps.ts";
import { rankIssues } from "./issues.ts";
import {
  captureBaseline,
  crawlFirst,
  firstFunctionalTest,
  firstScenario,
  firstVisualTest,
  missingAudits,
  runFailed,
  stale,
  trackingPlan,
  uncoveredPages,
  unknownPages,
  waitForRuns,
} from "./missingSteps.ts";
import type { Rule, Step } from "./step.ts";

const RULES: readonly Rule[] = [
  { code: "wait", find: waitForRuns },
  { code: "crawl", find: crawlFirst },
  { code: "first_scenario", find: firstScenario },
  { code: "run_failed", find: runFailed },
  { code: "capture_baseline", find: captureBaseline },
  { code: "visual_failures", find: failures("visual_failures") },
  { code: "functional_failures", find: failures("functional_failures") },
  { code: "new_findings", find: newFindings },
  { code: "budget_broken", find: budgetBroken },
  { code: "first_visual_test", find: firstVisualTest },
  { code: "first_functional_test", find: firstFunctionalTest },
  { code: "missing_audits", find: missingAudits },
  { code: "stale", find: stale },
  { code: "open_findings", find: openFindings },
  { code: "tracking_plan", find: trackingPlan },
  { code: "uncovered_pages", find: uncoveredPages },
  { code: "falling", find: falling },
  { code: "mild_findings", find: mildFindings },
  { code: "unknown_pages", find: unknownPages },
];

/** Returns every step that applies, most urgent first; never empty. */
export function stepsOf(facts: Facts): Step[] {
  const issues = rankIssues(facts);
  const steps = RULES.flatMap(({ code, find }) => find(facts, issues).map((step) => ({ code, ...step })));
  return steps.length > 0 ? steps : [allGreen(facts)];
}

function allGreen(facts: Facts): Step {
  const done = facts.pillars.filter(({ completed }) => completed !== null);
  return {
    code: "all_green",
    title: "Nothing to do",
    why: `${done.length} of ${plural(facts.pillars.length, "pillar")} ${done.length === 1 ? "has" : "have"} a run of the last ${STALE_DAYS} days; ${plural(facts.problems.length, "problem is", "problems are")} open.`,
    figures: { pillars: done.length, of: facts.pillars.length, score: facts.quality.score },
    effort: "call",
    gain: { sentence: "The merge gate has current results.", points: null },
    call: callOf(facts, "Ask the gate", "askGate"),
  };
}
