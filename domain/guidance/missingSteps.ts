// Steps for what is missing or outdated: pages, scenarios, baselines, runs, a tracking plan.

import { isAudit, PILLAR_NAME, PILLAR_NEEDS } from "../audit/pillars.ts";
import { runNoun } from "../runTypes.ts";
import { inWords, plural } from "../text.ts";
import { quotedText } from "../untrusted/quote.ts";
import { callAt, callOf, callToCapture, callToRun, MAX_LABELS } from "./calls.ts";
import { cut, daysSince, type Facts, type PillarFacts, pillarFacts, STALE_DAYS, wasCancelled } from "./facts.ts";
import { firstScores, weightOf } from "./gain.ts";
import { suggestScenarios } from "./quickScenarios.ts";

export function waitForRuns(facts: Facts) {
  const [first] = facts.running;
  if (!first) return [];
  const more = facts.running.length - 1;
  const minutes = Math.max(0, Math.round((facts.now - first.at) / 60_000));
  return [
    {
      title: `Wait for the ${runNoun(first.type)} that is running`,
      why: `It started ${minutes === 0 ? "just now" : `${plural(minutes, "minute")} ago`}${more > 0 ? `, and ${plural(more, "more run is", "more runs are")} in progress` : ""}; the next step depends on its result.`,
      figures: { running: facts.running.length, minutes, runId: first.runId },
      effort: "call" as const,
      gain: { sentence: "The next step uses the finished result.", points: null },
      call: callOf(facts, "Wait for the run", "waitForRun", { runId: first.runId }),
    },
  ];
}

export function crawlFirst(facts: Facts) {
  if (facts.scenarios.length > 0 || facts.crawled) return [];
  return [
    {
      title: "Find the site's pages",
      why: `${cut(facts.projectName, 80)} has no scenario and was never crawled, so its pages are not known.`,
      figures: { scenarios: 0, knownPages: facts.knownPages.length },
      effort: "call" as const,
      gain: { sentence: "The pages to choose scenarios from, with their template groups.", points: null },
      call: callOf(facts, "Crawl the site", "crawl"),
    },
  ];
}

export function firstScenario(facts: Facts) {
  if (facts.scenarios.length > 0) return [];
  const [first] = suggestScenarios(facts, 1).suggestions;
  if (!first) return [];
  return [
    {
      title: `Create the first scenario: ${quotedText(first.label)}`,
      why: `Without a scenario nothing is captured or compared, and audits see the base address alone. ${first.why}`,
      figures: { scenarios: 0, points: first.points },
      effort: "call" as const,
      gain: firstScores("visual"),
      call: callOf(facts, `Create the scenario ${quotedText(first.label)}`, "createScenario", first.args),
    },
  ];
}

export function runFailed(facts: Facts) {
  // The newest run of a pillar failed, so its known results are older or missing.
  const failed = facts.pillars.filter(({ latest }) => latest?.status === "failed");
  const baseline = facts.baselineRun?.status === "failed" ? [facts.baselineRun] : [];
  const runs = [...baseline, ...failed.flatMap(({ latest }) => latest ?? [])];
  const broken = runs.find((run) => !wasCancelled(run));
  const first = broken ?? runs[0];
  if (!first) return [];
  const names = inWords(runs.map(({ type }) => runNoun(type)));
  const pillars = failed.map(({ pillar }) => pillar);
  const [capture] = baseline;
  const whole = capture ? callToCapture(facts, capture.scenarios) : callToRun(facts, ...pillars);
  const isOnePlace = new Set(runs.map(({ place }) => JSON.stringify(place))).size === 1;
  const again = isOnePlace ? callAt(first, whole) : whole;
  return [
    {
      title: broken ? `Find out why these could not be completed: ${names}` : `Run again what was cancelled: ${names}`,
      why: `${runs.length === 1 ? "The newest run of its kind" : `${runs.length} newest runs`} did not complete. ${first.runId}: ${cut(first.error ?? "no reason was recorded")}`,
      figures: { failed: runs.length, runId: first.runId },
      effort: broken ? ("look" as const) : ("call" as const),
      gain: { sentence: `These can be tested again: ${names}.`, points: null },
      call: broken ? callOf(facts, "Check the set-up", "checkSetup") : again,
    },
  ];
}

export function captureBaseline(facts: Facts) {
  const without = facts.scenarios.filter(({ withoutBaseline }) => withoutBaseline.length > 0);
  if (without.length === 0) return [];
  const labels = without.map(({ label }) => label);
  const picturesOf = (some: typeof without) =>
    some.reduce((sum, { withoutBaseline }) => sum + withoutBaseline.length, 0);
  const pictures = picturesOf(without);
  const all = labels.length === facts.scenarios.length;
  // The call captures all or names at most this many.
  const named = all ? without : without.slice(0, MAX_LABELS);
  const some = named.length < labels.length ? `the first ${named.length} of ` : "";
  return [
    {
      title: all ? "Capture baselines" : `Capture the baselines of ${some}${plural(labels.length, "scenario")}`,
      why: `${labels.length} of ${plural(facts.scenarios.length, "scenario")} ${labels.length === 1 ? "lacks" : "lack"} ${plural(pictures, "baseline")} on ${facts.mainBranch}, so a visual test has nothing to compare with.`,
      figures: { scenarios: labels.length, ofScenarios: facts.scenarios.length, baselines: pictures },
      effort: "call" as const,
      gain: {
        sentence: `${plural(picturesOf(named), "screenshot")} can be compared in the next visual test.`,
        points: null,
      },
      call: callToCapture(facts, all ? null : labels),
    },
  ];
}

export function firstVisualTest(facts: Facts) {
  const visual = pillarFacts(facts, "visual");
  const ready = facts.scenarios.filter(({ withoutBaseline, viewports }) => withoutBaseline.length < viewports);
  if (!visual || visual.locked || visual.completed || ready.length === 0) return [];
  return [
    {
      title: "Run the first visual test",
      why: `${plural(ready.length, "scenario has", "scenarios have")} baselines, and no visual test was completed on ${facts.mainBranch}.`,
      figures: { scenarios: ready.length, runs: 0 },
      effort: "call" as const,
      gain: firstScores("visual"),
      call: callOf(facts, "Run the visual test", "runVisualTest"),
    },
  ];
}

/** The facts only include the pillar if a feature is ready. */
export function firstFunctionalTest(facts: Facts) {
  const functional = pillarFacts(facts, "functional");
  if (!functional || functional.locked || functional.completed) return [];
  return [
    {
      title: "Run the functional tests",
      why: `There are features that are ready, and no functional test was completed on ${facts.mainBranch}.`,
      figures: { runs: 0 },
      effort: "call" as const,
      gain: firstScores("functional"),
      call: callToRun(facts, "functional"),
    },
  ];
}

/** Visual tests have a separate step because they need baselines first, as do functional tests. */
const audits = (facts: Facts): PillarFacts[] =>
  facts.pillars.filter(({ pillar, locked }) => isAudit(pillar) && !locked);

export function missingAudits(facts: Facts) {
  // Without a plan, a tracking audit has nothing to prove.
  const missing = audits(facts)
    .filter(({ pillar, completed }) => !completed && (PILLAR_NEEDS[pillar] !== "plan" || hasPlan(facts)))
    .map(({ pillar }) => pillar);
  if (missing.length === 0) return [];
  return [
    {
      title: `Audit ${inWords(missing.map((pillar) => PILLAR_NAME[pillar]))}`,
      why: `${missing.length} of ${plural(audits(facts).length, "audit")} that the ${facts.plan} plan has ${missing.length === 1 ? "was" : "were"} never completed on ${facts.mainBranch}.`,
      figures: { missing: missing.length, of: audits(facts).length },
      effort: "call" as const,
      gain: firstScores(...missing),
      call: callOf(facts, "Run the audits", "runAudits", { pillars: missing }),
    },
  ];
}

export function stale(facts: Facts) {
  const old = facts.pillars.filter(
    ({ locked, completed }) => !locked && completed && daysSince(completed.at, facts.now) > STALE_DAYS,
  );
  if (old.length === 0) return [];
  const oldest = Math.max(...old.map(({ completed }) => daysSince(completed?.at ?? facts.now, facts.now)));
  const pillars = old.map(({ pillar }) => pillar);
  return [
    {
      title: `Run ${inWords(pillars.map((pillar) => PILLAR_NAME[pillar]))} again`,
      why: `The newest ${pillars.length === 1 ? "run is" : "runs are up to"} ${oldest} days old; after ${STALE_DAYS} days a run counts half in the health of the site, and nothing is known of what changed since.`,
      figures: { pillars: pillars.length, days: oldest, staleAfter: STALE_DAYS },
      effort: "call" as const,
      gain: { sentence: `${weightOf(pillars)} reflects the current site.`, points: null },
      call: callToRun(facts, ...pillars),
    },
  ];
}

const hasPlan = ({ tracking }: Facts): boolean => tracking.pages + tracking.events > 0;

export function trackingPlan(facts: Facts) {
  const unlocked = facts.pillars.some(({ pillar, locked }) => pillar === "tracking" && !locked);
  if (!unlocked || hasPlan(facts) || facts.scenarios.length === 0) return [];
  return [
    {
      title: "Start a tracking plan",
      why: `${plural(facts.scenarios.length, "scenario is", "scenarios are")} known, and the tracking plan has no page, so a tracking audit has nothing to prove.`,
      figures: { scenarios: facts.scenarios.length, planPages: 0 },
      effort: "call" as const,
      gain: firstScores("tracking"),
      call: callOf(facts, "Make plan pages from the scenarios", "planTrackedPages"),
    },
  ];
}

export function uncoveredPages(facts: Facts) {
  if (facts.scenarios.length === 0) return [];
  const { suggestions, uncovered, known } = suggestScenarios(facts, 1);
  const [first] = suggestions;
  if (!first) return [];
  return [
    {
      title: `Cover ${quotedText(first.label)}`,
      why: `${uncovered} of ${plural(known, "known page")} ${uncovered === 1 ? "has" : "have"} no scenario. ${first.why}`,
      figures: { uncovered, known, points: first.points },
      effort: "call" as const,
      gain: { sentence: "One more page is compared and audited.", points: null },
      call: callOf(facts, `Create the scenario ${quotedText(first.label)}`, "createScenario", first.args),
    },
  ];
}

export function unknownPages(facts: Facts) {
  if (facts.crawled || facts.scenarios.length === 0) return [];
  return [
    {
      title: "Find pages that no scenario covers",
      why: `The site was never crawled: only what its ${plural(facts.scenarios.length, "scenario visits", "scenarios visit")} is known.`,
      figures: { scenarios: facts.scenarios.length, knownPages: facts.knownPages.length },
      effort: "call" as const,
      gain: { sentence: "Finds pages that nothing tests yet.", points: null },
      call: callOf(facts, "Crawl the site", "crawl"),
    },
  ];
}
