// Steps for what is wrong with the site: problems, budgets, falling scores.

import { SEVERITIES, type Severity } from "../audit/finding.ts";
import { PILLAR_NAME } from "../audit/pillars.ts";
import { plural } from "../text.ts";
import { quotedText } from "../untrusted/quote.ts";
import { ADVICE } from "./advice.ts";
import { callToRead } from "./calls.ts";
import type { StepCode } from "./codes.ts";
import { cut, type Facts, pillarFacts } from "./facts.ts";
import { gainOf } from "./gain.ts";
import { type Issue, isWorst } from "./issues.ts";

/** Maximum number of issues that become separate steps; the step's call returns the others. */
const ISSUES_A_STEP = 3;

/** Returns the steps for pillars whose problems count screenshots or scenarios. */
export const failures = (code: StepCode) => (facts: Facts, issues: readonly Issue[]) => {
  const own = issues.flatMap((issue) => {
    const { step } = ADVICE[issue.pillar];
    const wanted = step?.code === code && !step.without.includes(issue.rule) && (!step.worst || isWorst(issue));
    return wanted ? [{ issue, step }] : [];
  });
  const failed = own.reduce((sum, { issue }) => sum + issue.count, 0);
  return own.slice(0, ISSUES_A_STEP).map(({ issue, step }, i) => {
    const { pillar, count, named, score, call } = issue;
    const run = pillarFacts(facts, pillar)?.completed;
    const total = run?.counts?.total ?? failed;
    return {
      title: step.title(count),
      why: `${i === 0 && run ? `${run.sentence} ` : ""}The first: ${named}.`,
      figures: { [step.places]: count, of: total, causes: own.length, score },
      effort: "look" as const,
      gain: gainOf(facts, pillar, total === 0 ? 0 : count / total, step.gain(count)),
      call,
    };
  });
};

/** The findings of one rule, most urgent first, which are fixed together. */
type RuleIssues = { issues: readonly Issue[]; severity: Severity; newCount: number };

export const newFindings = (facts: Facts, issues: readonly Issue[]) =>
  fixSteps(facts, issues, (rule) => isWorst(rule) && rule.newCount > 0);

export const openFindings = (facts: Facts, issues: readonly Issue[]) =>
  fixSteps(facts, issues, (rule) => isWorst(rule) && rule.newCount === 0);

export const mildFindings = (facts: Facts, issues: readonly Issue[]) =>
  fixSteps(facts, issues, (rule) => !isWorst(rule)).slice(0, 1);

function fixSteps(facts: Facts, all: readonly Issue[], wanted: (rule: RuleIssues) => boolean) {
  return rulesOf(facts, all)
    .filter(wanted)
    .slice(0, ISSUES_A_STEP)
    .map(({ issues, severity, newCount }) => {
      const [{ pillar, fault, named, score, call }] = issues as [Issue];
      const pages = Math.max(
        new Set(issues.flatMap((one) => one.pages)).size,
        ...issues.map(({ pageCount }) => pageCount),
      );
      const rest = sum(all.filter((issue) => issue.pillar === pillar));
      const what = plural(issues.length, "finding");
      const ofAll = newCount < issues.length ? ` of ${issues.length}` : "";
      const count = newCount > 0 ? `${plural(newCount, "new finding")}${ofAll}` : what;
      return {
        title: `Fix ${quotedText(fault.replace(/\.$/, ""), 120)} (${PILLAR_NAME[pillar]})`,
        why: `${count}, at worst ${severity}, on ${plural(pages, "page")}. The first: ${named}.`,
        figures: { count: issues.length, new: newCount, pages, score },
        effort: "fix" as const,
        gain: gainOf(facts, pillar, rest === 0 ? 0 : sum(issues) / rest, `${what} fewer`),
        call,
      };
    });
}

function rulesOf(facts: Facts, all: readonly Issue[]): RuleIssues[] {
  const findings = all.filter(({ pillar }) => ADVICE[pillar].step === undefined);
  return [...Map.groupBy(findings, ({ pillar, rule }) => `${pillar} ${rule}`).values()].map((issues) => {
    const [{ pillar }] = issues as [Issue];
    // At a starting point every finding is seen for the first time.
    const compared = !pillarFacts(facts, pillar)?.completed?.startingPoint;
    const severity = SEVERITIES.find((one) => issues.some((issue) => issue.severity === one)) ?? "info";
    return { issues, severity, newCount: compared ? issues.filter(({ newCount }) => newCount > 0).length : 0 };
  });
}

const sum = (issues: readonly Issue[]): number => issues.reduce((all, { score }) => all + score, 0);

export function budgetBroken(facts: Facts) {
  return facts.pillars.flatMap(({ pillar, completed: run }) => {
    if (!run?.budget || run.budget.pass) return [];
    const { violations } = run.budget;
    const name = PILLAR_NAME[pillar];
    return {
      title: `Get back within the ${name.toLowerCase()} budget`,
      why: `${plural(violations.length, "budget is", "budgets are")} exceeded: ${cut(violations.join("; "), 300)}`,
      figures: { violations: violations.length, runId: run.runId },
      effort: "fix" as const,
      gain: gainOf(facts, pillar, 1, `${name} runs with these budgets pass`),
      call: callToRead(facts, pillar, run.runId),
    };
  });
}

export function falling(facts: Facts) {
  return facts.health
    .filter(({ trend, score }) => trend.direction === "falling" && score !== null)
    .sort((a, b) => (a.trend.perDay ?? 0) - (b.trend.perDay ?? 0))
    .slice(0, 1)
    .map(({ pillar, trend, score, runs }) => ({
      title: `Stop the decline of ${PILLAR_NAME[pillar]}`,
      why: `${trend.sentence} The score is ${score}.`,
      figures: { score, perDay: trend.perDay, runs },
      effort: "look" as const,
      gain: gainOf(facts, pillar, 1, "The decline ends"),
      call: callToRead(facts, pillar, pillarFacts(facts, pillar)?.completed?.runId),
    }));
}
