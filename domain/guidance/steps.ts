// What to do, and in which order: a table of rules over the facts. The first that applies is the one thing to do now.
import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import { counted, inWords, oneDecimal } from "../health/figures.ts";
import { PILLAR_WEIGHTS } from "../health/weights.ts";
import { RUN_NAME } from "../runTypes.ts";
import { type Call, callOf, callToRun, filterOf } from "./calls.ts";
import { cut, daysSince, type Facts, type PillarFacts, pillarFacts, STALE_DAYS, wasCancelled } from "./facts.ts";
import { type Issue, isWorst, rankIssues } from "./issues.ts";
import { suggestScenarios } from "./quickScenarios.ts";

/** `call`: one call does it. `look`: somebody looks and decides. `fix`: the site has to be changed. */
export const EFFORTS = ["call", "look", "fix"] as const;
export type Effort = (typeof EFFORTS)[number];

export const STEP_CODES = [
  "wait",
  "crawl",
  "first_scenario",
  "run_failed",
  "capture_baseline",
  "visual_failures",
  "new_findings",
  "budget_broken",
  "first_visual_test",
  "missing_audits",
  "stale",
  "open_findings",
  "tracking_plan",
  "uncovered_pages",
  "falling",
  "mild_findings",
  "unknown_pages",
  "all_green",
] as const;
export type StepCode = (typeof STEP_CODES)[number];

export type Step = {
  code: StepCode;
  title: string;
  /** Why now, with the figures. */
  why: string;
  figures: Record<string, string | number | null>;
  effort: Effort;
  gain: Gain;
  call: Call;
};

/** `points`: by how much the quality score can rise at most; null where that cannot be told. */
export type Gain = { sentence: string; points: number | null };

type Rule = { code: StepCode; find(facts: Facts, issues: readonly Issue[]): Omit<Step, "code">[] };

/** Issues of one rule that become steps of their own; the rest is in the list that the step's call answers. */
const ISSUES_A_STEP = 3;

const RULES: readonly Rule[] = [
  { code: "wait", find: waitForRuns },
  { code: "crawl", find: crawlFirst },
  { code: "first_scenario", find: firstScenario },
  { code: "run_failed", find: runFailed },
  { code: "capture_baseline", find: captureBaseline },
  { code: "visual_failures", find: visualFailures },
  { code: "new_findings", find: newFindings },
  { code: "budget_broken", find: budgetBroken },
  { code: "first_visual_test", find: firstVisualTest },
  { code: "missing_audits", find: missingAudits },
  { code: "stale", find: stale },
  { code: "open_findings", find: openFindings },
  { code: "tracking_plan", find: trackingPlan },
  { code: "uncovered_pages", find: uncoveredPages },
  { code: "falling", find: falling },
  { code: "mild_findings", find: mildFindings },
  { code: "unknown_pages", find: unknownPages },
];

/** Every step that applies, the most urgent first; never empty. */
export function stepsOf(facts: Facts): Step[] {
  const issues = rankIssues(facts);
  const steps = RULES.flatMap(({ code, find }) => find(facts, issues).map((step) => ({ code, ...step })));
  return steps.length > 0 ? steps : [allGreen(facts)];
}

function waitForRuns(facts: Facts) {
  const [first] = facts.running;
  if (!first) return [];
  const more = facts.running.length - 1;
  const minutes = Math.max(0, Math.round((facts.now - first.at) / 60_000));
  return [
    {
      title: `Wait for the ${inSentence(RUN_NAME[first.type])} that is running`,
      why: `It began ${counted(minutes, "minute")} ago${more > 0 ? `, and ${counted(more, "further run is", "further runs are")} going on` : ""}; what it finds decides what comes next.`,
      figures: { running: facts.running.length, minutes, runId: first.runId },
      effort: "call" as const,
      gain: { sentence: "The answer rests on what is there now.", points: null },
      call: callOf(facts, "Wait for the run", "wait_for_run", { runId: first.runId }),
    },
  ];
}

function crawlFirst(facts: Facts) {
  if (facts.scenarios.length > 0 || facts.crawled) return [];
  return [
    {
      title: "Find the site's pages",
      why: `${cut(facts.projectName, 80)} has 0 scenarios and was never crawled, so it is not known which pages there are.`,
      figures: { scenarios: 0, knownPages: facts.knownPages.length },
      effort: "call" as const,
      gain: { sentence: "The pages to choose scenarios from, with their template groups.", points: null },
      call: callOf(facts, "Crawl the site", "crawl_site"),
    },
  ];
}

function firstScenario(facts: Facts) {
  const [first] = suggestScenarios(facts, 1).suggestions;
  if (facts.scenarios.length > 0 || !first) return [];
  return [
    {
      title: `Create the first scenario: ${first.label}`,
      why: `Without a scenario nothing is captured or compared, and audits see the base address alone. ${first.why}`,
      figures: { scenarios: 0, points: first.points },
      effort: "call" as const,
      gain: { sentence: `The visual pillar, ${weightOf(["visual"])}, can be judged.`, points: null },
      call: callOf(facts, `Create the scenario ${first.label}`, "create_scenario", first.args),
    },
  ];
}

function runFailed(facts: Facts) {
  // The newest run of a pillar failed, so what is known of it is older or nothing.
  const failed = facts.pillars.filter(({ latest }) => latest?.status === "failed");
  const baseline = facts.baselineRun?.status === "failed" ? [facts.baselineRun] : [];
  const runs = [...baseline, ...failed.flatMap(({ latest }) => latest ?? [])];
  const broken = runs.find((run) => !wasCancelled(run));
  const first = broken ?? runs[0];
  if (!first) return [];
  const names = inWords(runs.map(({ type }) => inSentence(RUN_NAME[type])));
  const pillars = failed.map(({ pillar }) => pillar);
  const again = baseline.length > 0 ? callOf(facts, "Capture baselines", "run_baseline") : callToRun(facts, ...pillars);
  return [
    {
      title: broken ? `Find out why these could not be completed: ${names}` : `Run again what was cancelled: ${names}`,
      why: `${runs.length === 1 ? "The newest run of its kind" : `${runs.length} newest runs`} did not complete. ${first.runId}: ${cut(first.error ?? "no reason was kept")}`,
      figures: { failed: runs.length, runId: first.runId },
      effort: broken ? ("look" as const) : ("call" as const),
      gain: { sentence: `What they stand for can be judged again: ${names}.`, points: null },
      call: broken ? callOf(facts, "Check the set-up", "check_setup_health") : again,
    },
  ];
}

function captureBaseline(facts: Facts) {
  const without = facts.scenarios.filter(({ withoutBaseline }) => withoutBaseline.length > 0);
  if (without.length === 0) return [];
  const labels = without.map(({ label }) => label);
  const pictures = without.reduce((sum, { withoutBaseline }) => sum + withoutBaseline.length, 0);
  const all = labels.length === facts.scenarios.length;
  return [
    {
      title: all ? "Capture baselines" : `Capture the baselines of ${counted(labels.length, "scenario")}`,
      why: `${labels.length} of ${counted(facts.scenarios.length, "scenario")} lack ${counted(pictures, "baseline")} on ${facts.mainBranch}, so a visual test has nothing to compare them with.`,
      figures: { scenarios: labels.length, ofScenarios: facts.scenarios.length, baselines: pictures },
      effort: "call" as const,
      gain: { sentence: `${counted(pictures, "picture")} can be compared from the next visual test on.`, points: null },
      call: callOf(facts, "Capture baselines", "run_baseline", filterOf("scenarios", labels, facts.scenarios.length)),
    },
  ];
}

function visualFailures(facts: Facts, issues: readonly Issue[]) {
  const visual = issues.filter(({ pillar, rule }) => pillar === "visual" && rule !== "no_baseline");
  const pictures = visual.reduce((sum, { count }) => sum + count, 0);
  const total = pillarFacts(facts, "visual")?.completed?.pictures?.total ?? pictures;
  return visual.slice(0, ISSUES_A_STEP).map((issue, i) => ({
    title: `Decide about ${counted(issue.count, "picture")} that ${issue.count === 1 ? "differs" : "differ"}${issue.count > 1 ? " in the same way" : ""}`,
    why: `${i === 0 ? `${pictures} of ${counted(total, "picture")} differ and are not approved, of ${counted(visual.length, "cause")}. ` : ""}${issue.message}`,
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

function newFindings(facts: Facts, issues: readonly Issue[]) {
  return fixSteps(
    facts,
    issues,
    issues.filter((issue) => issue.pillar !== "visual" && isWorst(issue) && issue.newCount > 0),
    ({ newCount, count, severity, pageCount }) =>
      `${counted(newCount, "new finding")} of ${count}, at worst ${severity}, on ${counted(pageCount, "page")}`,
  );
}

function budgetBroken(facts: Facts) {
  const run = pillarFacts(facts, "perf")?.completed;
  if (!run?.budget || run.budget.pass) return [];
  const { violations } = run.budget;
  return [
    {
      title: "Get back within the performance budget",
      why: `${counted(violations.length, "budget is", "budgets are")} not kept: ${cut(violations.join("; "), 300)}`,
      figures: { violations: violations.length, runId: run.runId },
      effort: "fix" as const,
      gain: gainOf(facts, "perf", 1, "Performance runs with these budgets pass"),
      call: callOf(facts, "Performance report", "get_pillar_report", { pillar: "perf" }),
    },
  ];
}

function firstVisualTest(facts: Facts) {
  const visual = pillarFacts(facts, "visual");
  const ready = facts.scenarios.filter(({ withoutBaseline, viewports }) => withoutBaseline.length < viewports);
  if (!visual || visual.locked || visual.completed || ready.length === 0) return [];
  return [
    {
      title: "Run the first visual test",
      why: `${counted(ready.length, "scenario has", "scenarios have")} baselines, and 0 visual tests were completed on ${facts.mainBranch}.`,
      figures: { scenarios: ready.length, runs: 0 },
      effort: "call" as const,
      gain: { sentence: `The visual pillar, ${weightOf(["visual"])}, gets its first figure.`, points: null },
      call: callOf(facts, "Run the visual test", "run_vrt"),
    },
  ];
}

/** Visual tests have a step of their own: they need baselines first. */
const audits = (facts: Facts): PillarFacts[] =>
  facts.pillars.filter(({ pillar, locked }) => pillar !== "visual" && pillar !== "functional" && !locked);

function missingAudits(facts: Facts) {
  // Without a plan, a tracking audit has nothing to prove.
  const missing = audits(facts)
    .filter(({ pillar, completed }) => !completed && (pillar !== "tracking" || hasPlan(facts)))
    .map(({ pillar }) => pillar);
  if (missing.length === 0) return [];
  return [
    {
      title: `Audit ${inWords(missing.map((pillar) => PILLAR_NAME[pillar]))}`,
      why: `${missing.length} of ${counted(audits(facts).length, "audit")} that the ${facts.plan} plan has were never completed on ${facts.mainBranch}.`,
      figures: { missing: missing.length, of: audits(facts).length },
      effort: "call" as const,
      gain: { sentence: `${sentenceStart(weightOf(missing))} gets its first figures.`, points: null },
      call: callOf(facts, "Run the audits", "run_full_audit", { pillars: missing }),
    },
  ];
}

function stale(facts: Facts) {
  const old = facts.pillars.filter(
    ({ locked, completed }) => !locked && completed && daysSince(completed.at, facts.now) > STALE_DAYS,
  );
  if (old.length === 0) return [];
  const oldest = Math.max(...old.map(({ completed }) => daysSince(completed?.at ?? facts.now, facts.now)));
  const pillars = old.map(({ pillar }) => pillar);
  return [
    {
      title: `Audit ${inWords(pillars.map((pillar) => PILLAR_NAME[pillar]))} again`,
      why: `The newest ${pillars.length === 1 ? "run is" : "runs are"} up to ${oldest} days old; after ${STALE_DAYS} days a run counts half in the health of the site, and nothing is known of what changed since.`,
      figures: { pillars: pillars.length, days: oldest, staleAfter: STALE_DAYS },
      effort: "call" as const,
      gain: { sentence: `${sentenceStart(weightOf(pillars))} rests on what the site is today.`, points: null },
      call: callToRun(facts, ...pillars),
    },
  ];
}

function openFindings(facts: Facts, issues: readonly Issue[]) {
  return fixSteps(
    facts,
    issues,
    issues.filter((issue) => issue.pillar !== "visual" && isWorst(issue) && issue.newCount === 0),
    ({ count, severity, pageCount }) =>
      `${counted(count, "finding")}, at worst ${severity}, on ${counted(pageCount, "page")}`,
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
      gain: gainOf(facts, issue.pillar, rest === 0 ? 0 : issue.score / rest, `${counted(issue.count, "finding")} less`),
      call: issue.call,
    };
  });
}

const hasPlan = ({ tracking }: Facts): boolean => tracking.pages + tracking.events > 0;

function trackingPlan(facts: Facts) {
  const unlocked = facts.pillars.some(({ pillar, locked }) => pillar === "tracking" && !locked);
  if (!unlocked || hasPlan(facts) || facts.scenarios.length === 0) return [];
  return [
    {
      title: "Begin a tracking plan",
      why: `There are ${counted(facts.scenarios.length, "scenario")} and a tracking plan of 0 pages, so a tracking audit has nothing to prove.`,
      figures: { scenarios: facts.scenarios.length, planPages: 0 },
      effort: "call" as const,
      gain: { sentence: `The tracking pillar, ${weightOf(["tracking"])}, can be judged.`, points: null },
      call: callOf(facts, "Make plan pages from the scenarios", "tracking_discover_from_pages"),
    },
  ];
}

function uncoveredPages(facts: Facts) {
  if (facts.scenarios.length === 0) return [];
  const { suggestions, uncovered, known } = suggestScenarios(facts, 1);
  const [first] = suggestions;
  if (!first) return [];
  return [
    {
      title: `Cover ${first.label}`,
      why: `${uncovered} of ${counted(known, "known page")} have no scenario. ${first.why}`,
      figures: { uncovered, known, points: first.points },
      effort: "call" as const,
      gain: { sentence: "One more page is compared and audited.", points: null },
      call: callOf(facts, `Create the scenario ${first.label}`, "create_scenario", first.args),
    },
  ];
}

function falling(facts: Facts) {
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
      call: callOf(facts, `${PILLAR_NAME[pillar]} report`, "get_pillar_report", { pillar }),
    }));
}

function mildFindings(facts: Facts, issues: readonly Issue[]) {
  const mild = issues.filter((issue) => issue.pillar !== "visual" && !isWorst(issue));
  return fixSteps(
    facts,
    issues,
    mild.slice(0, 1),
    ({ count, severity, pageCount }) =>
      `${counted(count, "finding")}, at worst ${severity}, on ${counted(pageCount, "page")}`,
  );
}

function unknownPages(facts: Facts) {
  if (facts.crawled || facts.scenarios.length === 0) return [];
  return [
    {
      title: "Find pages that no scenario covers",
      why: `The site was never crawled: beside its ${counted(facts.scenarios.length, "scenario")} it is not known which pages there are.`,
      figures: { scenarios: facts.scenarios.length, knownPages: facts.knownPages.length },
      effort: "call" as const,
      gain: { sentence: "Pages that nobody tests come to light.", points: null },
      call: callOf(facts, "Crawl the site", "crawl_site"),
    },
  ];
}

function allGreen(facts: Facts): Step {
  const done = facts.pillars.filter(({ completed }) => completed !== null);
  return {
    code: "all_green",
    title: "Nothing needs doing now",
    why: `${done.length} of ${counted(facts.pillars.length, "pillar")} have a run of the last ${STALE_DAYS} days; 0 failures, and 0 findings are open.`,
    figures: { pillars: done.length, of: facts.pillars.length, score: facts.quality.score },
    effort: "call",
    gain: { sentence: "The gate before a merge can be asked with confidence.", points: null },
    call: callOf(facts, "Ask the gate", "gate_pr_quality"),
  };
}

/** By how much the quality score rises at most when this part (0 to 1) of what the pillar lacks is mended. */
export function gainOf(facts: Facts, pillar: Pillar, part: number, what: string): Gain {
  const row = facts.quality.table.find((one) => one.pillar === pillar);
  if (!row || row.score === null || row.share === 0) return { sentence: `${what}.`, points: null };
  const points = oneDecimal((100 - row.score) * row.share * Math.min(1, Math.max(0, part)));
  return {
    sentence: `${what}; the quality score can rise by ${points} at most.`,
    points,
  };
}

/** Abbreviations keep their capitals. */
const inSentence = (name: string): string =>
  /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function weightOf(pillars: readonly Pillar[]): string {
  const sum = (names: readonly Pillar[]) => names.reduce((all, pillar) => all + PILLAR_WEIGHTS[pillar], 0);
  return `${sum(pillars)} of ${sum(Object.keys(PILLAR_WEIGHTS) as Pillar[])} parts of the quality score`;
}
