// Steps for what is wrong with the site: pictures that differ, scenarios that fail, findings, budgets, falling scores.

import { isAudit, PILLAR_NAME } from "../audit/pillars.ts";
import { plural } from "../text.ts";
import { callOf } from "./calls.ts";
import { cut, type Facts, pillarFacts } from "./facts.ts";
import { gainOf } from "./gain.ts";
import { type Issue, isWorst } from "./issues.ts";

/** Issues of one rule that become steps of their own; the rest is in the list that the step's call answers. */
const ISSUES_A_STEP = 3;

export function visualFailures(facts: Facts, issues: readonly Issue[]) {
  const visual = issues.filter(({ pillar, rule }) => pillar === "visual" && rule !== "no_baseline");
  const pictures = visual.reduce((sum, { count }) => sum + count, 0);
  const run = pillarFacts(facts, "visual")?.completed;
  const total = run?.counts?.total ?? pictures;
  return visual.slice(0, ISSUES_A_STEP).map((issue, i) => ({
    title: `Review ${plural(issue.count, "changed screenshot")}${issue.count > 1 ? " with the same change" : ""}`,
    why: `${i === 0 && run ? `${run.sentence} ` : ""}${issue.message}`,
    figures: { pictures: issue.count, of: total, causes: visual.length, score: issue.score },
    effort: "look" as const,
    gain: gainOf(
      facts,
      "visual",
      total === 0 ? 0 : issue.count / total,
      issue.count === 1 ? "The picture passes" : "The pictures pass",
    ),
    call: issue.call,
  }));
}

export function functionalFailures(facts: Facts, issues: readonly Issue[]) {
  const broken = issues.filter((issue) => issue.pillar === "functional" && isWorst(issue));
  const failed = broken.reduce((sum, { count }) => sum + count, 0);
  const run = pillarFacts(facts, "functional")?.completed;
  const total = run?.counts?.total ?? failed;
  return broken.slice(0, ISSUES_A_STEP).map((issue, i) => ({
    title: `Fix ${plural(issue.count, "failed scenario")}${issue.count > 1 ? " with one cause" : ""}`,
    why: `${i === 0 && run ? `${run.sentence} ` : ""}${issue.message}`,
    figures: { scenarios: issue.count, of: total, causes: broken.length, score: issue.score },
    effort: "look" as const,
    gain: gainOf(
      facts,
      "functional",
      total === 0 ? 0 : issue.count / total,
      issue.count === 1 ? "The scenario passes" : "The scenarios pass",
    ),
    call: issue.call,
  }));
}

/** Of an audit: pictures and scenarios have steps of their own. */
const isFinding = ({ pillar }: Issue) => isAudit(pillar);

export function newFindings(facts: Facts, issues: readonly Issue[]) {
  return fixSteps(
    facts,
    issues,
    issues.filter((issue) => isFinding(issue) && isWorst(issue) && issue.newCount > 0),
    ({ newCount, count, severity, pageCount }) =>
      `${plural(newCount, "new finding")} of ${count}, at worst ${severity}, on ${plural(pageCount, "page")}`,
  );
}

export function budgetBroken(facts: Facts) {
  const run = pillarFacts(facts, "perf")?.completed;
  if (!run?.budget || run.budget.pass) return [];
  const { violations } = run.budget;
  return [
    {
      title: "Get back within the performance budget",
      why: `${plural(violations.length, "budget is", "budgets are")} not kept: ${cut(violations.join("; "), 300)}`,
      figures: { violations: violations.length, runId: run.runId },
      effort: "fix" as const,
      gain: gainOf(facts, "perf", 1, "Performance runs with these budgets pass"),
      call: callOf(facts, "Performance report", "readReport", { pillar: "perf" }),
    },
  ];
}

export function openFindings(facts: Facts, issues: readonly Issue[]) {
  return fixSteps(
    facts,
    issues,
    issues.filter((issue) => isFinding(issue) && isWorst(issue) && issue.newCount === 0),
    ({ count, severity, pageCount }) =>
      `${plural(count, "finding")}, at worst ${severity}, on ${plural(pageCount, "page")}`,
  );
}

function fixSteps(facts: Facts, all: readonly Issue[], chosen: readonly Issue[], figures: (issue: Issue) => string) {
  return chosen.slice(0, ISSUES_A_STEP).map((issue) => {
    const rest = all.filter(({ pillar }) => pillar === issue.pillar).reduce((sum, { score }) => sum + score, 0);
    return {
      title: `Mend ${issue.rule} (${PILLAR_NAME[issue.pillar]})`,
      why: `${figures(issue)}: ${issue.message}`,
      figures: { count: issue.count, new: issue.newCount, pages: issue.pageCount, score: issue.score },
      effort: "fix" as const,
      gain: gainOf(facts, issue.pillar, rest === 0 ? 0 : issue.score / rest, `${plural(issue.count, "finding")} less`),
      call: issue.call,
    };
  });
}

export function falling(facts: Facts) {
  return facts.health
    .filter(({ trend, score }) => trend.direction === "falling" && score !== null)
    .sort((a, b) => (a.trend.perDay ?? 0) - (b.trend.perDay ?? 0))
    .slice(0, 1)
    .map(({ pillar, trend, score, runs }) => ({
      title: `Stop the fall of ${PILLAR_NAME[pillar]}`,
      why: `${trend.sentence} It stands at ${score}.`,
      figures: { score, perDay: trend.perDay, runs },
      effort: "look" as const,
      gain: gainOf(facts, pillar, 1, "The fall ends"),
      call: callOf(facts, `${PILLAR_NAME[pillar]} report`, "readReport", { pillar }),
    }));
}

export function mildFindings(facts: Facts, issues: readonly Issue[]) {
  const mild = issues.filter((issue) => isFinding(issue) && !isWorst(issue));
  return fixSteps(
    facts,
    issues,
    mild.slice(0, 1),
    ({ count, severity, pageCount }) =>
      `${plural(count, "finding")}, at worst ${severity}, on ${plural(pageCount, "page")}`,
  );
}
