// What a run came to, in plain sentences: clusters of equal causes, what changed since the run before, what to look at first.

import { namesIn, wasLookedAt } from "../audit/causes.ts";
import { SEVERITIES, type Severity } from "../audit/finding.ts";
import { PILLAR_NAME } from "../audit/pillars.ts";
import { openFindings } from "../audit/startingPoint.ts";
import { inWords, oneDecimal } from "../health/figures.ts";
import { SEVERITY_WEIGHT } from "../problems/priority.ts";
import { gates, pillarOf, RUN_NAME } from "../runTypes.ts";
import { plural } from "../text.ts";
import { type Call, callOf, callToRun } from "./calls.ts";
import {
  byName,
  cut,
  type Facts,
  type JourneyFailure,
  type OpenFinding,
  type PictureFailure,
  type RunFact,
  wasCancelled,
} from "./facts.ts";
import {
  causeOfPicture,
  groupBy,
  keysOf,
  severityOfPicture,
  worstFindingFirst,
  worstOf,
  worstPictureFirst,
} from "./issues.ts";
import {
  callForJourney,
  causeOfJourney,
  journeyHint,
  journeyName,
  severityOfJourney,
  worstJourneyFirst,
} from "./journeys.ts";
import { samePage } from "./pages.ts";

export type RunResults = {
  run: RunFact;
  /** Pictures that are neither equal nor approved. */
  failures: readonly PictureFailure[];
  /** Functional scenarios that did not pass, or not at first. */
  journeys: readonly JourneyFailure[];
  findings: readonly OpenFinding[];
  /** Pages that could not be measured, with the reason. */
  notMeasured: readonly { key: string; reason: string }[];
  /** What the run judged: keys of pages, `pictureId`s of pictures, ids of scenarios. */
  judged: readonly string[];
};

export type StoryInput = {
  place: Pick<Facts, "project" | "environment" | "now">;
  results: RunResults;
  /** The run before of the same type, environment and branch. */
  before: RunResults | null;
};

export type Cluster = {
  cause: string;
  message: string;
  severity: Severity;
  count: number;
  /** Scenarios with viewport, or page keys; the first ten. */
  places: string[];
  placeCount: number;
  /** What the sameness tells; null for a single case. */
  hint: string | null;
  call: Call;
};

export type Changes = {
  comparedWith: string;
  scoreBefore: number | null;
  scoreNow: number | null;
  appeared: number;
  gone: number;
  stayed: number;
  /** Gone from the list because this run did not judge the place. */
  notJudged: number;
  examples: { appeared: string[]; gone: string[] };
};

export type Story = {
  runId: string;
  type: RunFact["type"];
  status: RunFact["status"];
  verdict: RunFact["verdict"];
  happened: string[];
  /** Worst first. */
  clusters: Cluster[];
  changes: Changes | null;
  lookFirst: { what: string; why: string; call: Call } | null;
};

const MAX_PLACES = 10;
const MAX_EXAMPLES = 3;

export function storyOf(input: StoryInput): Story {
  const { run } = input.results;
  const clusters = clustersOf(input);
  const changes = changesOf(input);
  return {
    runId: run.runId,
    type: run.type,
    status: run.status,
    verdict: run.verdict,
    happened: sentencesOf(input, clusters, changes),
    clusters,
    changes,
    lookFirst: firstLook(input, clusters),
  };
}

function sentencesOf({ results, place }: StoryInput, clusters: readonly Cluster[], changes: Changes | null): string[] {
  const { run, failures, journeys, findings, notMeasured } = results;
  const name = RUN_NAME[run.type];
  if (run.status === "running") return [`${name} is still running.`];
  const said = [`${name}: ${cut(run.sentence, 400)}`];
  if (run.startingPoint)
    said.push(
      `It is the starting point of its pillar, with ${openFindings(run.startingPoint)}: that it passed is no judgement of them.`,
    );
  for (const reason of run.reasons.slice(0, 5)) if (!run.sentence.includes(reason)) said.push(cut(reason, 300));
  const errors = failures.filter(({ broken }) => broken).length;
  if (errors > 0) said.push(`${plural(errors, "picture")} could not be captured at all.`);
  const flaky = failures.filter(({ flaky }) => flaky).length;
  if (flaky > 0) said.push(`${plural(flaky, "picture differs", "pictures differ")} from attempt to attempt.`);
  const again = journeys.filter(({ flaky }) => flaky).length;
  if (again > 0) said.push(`${plural(again, "scenario")} passed only when tried again.`);
  if (notMeasured.length > 0)
    said.push(
      `${plural(notMeasured.length, "page")} could not be measured. The first, ${cut(notMeasured[0]?.key ?? "", 100)}: ${cut(notMeasured[0]?.reason ?? "", 200)}`,
    );
  const shared = clusters.filter(({ count }) => count > 1);
  const inShared = shared.reduce((sum, { count }) => sum + count, 0);
  const total = failures.length + journeys.length + findings.length;
  if (shared.length > 0) said.push(`${inShared} of ${total} come from ${plural(shared.length, "shared cause")}.`);
  if (changes) said.push(changeSentence(changes));
  const days = Math.floor(Math.max(0, place.now - run.at) / 86_400_000);
  if (days > 0) said.push(`The run ended ${plural(days, "day")} ago.`);
  return said;
}

function changeSentence({ comparedWith, scoreBefore, scoreNow, appeared, gone, stayed, notJudged }: Changes): string {
  const score =
    scoreBefore === null || scoreNow === null || scoreBefore === scoreNow
      ? ""
      : `; the score went from ${scoreBefore} to ${scoreNow}`;
  const unknown = notJudged > 0 ? `, ${notJudged} not looked at again` : "";
  return `Since ${comparedWith}: ${appeared} appeared, ${gone} gone, ${stayed} stayed${unknown}${score}.`;
}

function clustersOf({ results, place }: StoryInput): Cluster[] {
  const { run, failures, journeys, findings } = results;
  const { runId } = run;
  const steps = [...groupBy(journeys, causeOfJourney)].map(([cause, group]): Cluster => {
    const sorted = [...group].sort(worstJourneyFirst);
    const worst = sorted[0] as JourneyFailure;
    return {
      cause: cut(cause, 200),
      message: cut(worst.message, 300),
      severity: worstOf(group.map(severityOfJourney)),
      count: group.length,
      places: sorted.slice(0, MAX_PLACES).map((one) => cut(`${journeyName(one)} · ${one.browser}`, 200)),
      placeCount: sorted.length,
      hint: journeyHint(group),
      call: callForJourney(place, worst, runId),
    };
  });
  const pictures = [...groupBy(failures, causeOfPicture)].map(([cause, group]): Cluster => {
    const sorted = [...group].sort(worstPictureFirst);
    const worst = sorted[0] as PictureFailure;
    const places = sorted.map(({ scenarioLabel, viewport, browser }) => `${scenarioLabel} · ${viewport} · ${browser}`);
    return {
      cause,
      message: cut(worst.message, 300),
      severity: worstOf(group.map(severityOfPicture)),
      count: group.length,
      places: places.slice(0, MAX_PLACES).map((one) => cut(one, 120)),
      placeCount: places.length,
      hint: pictureHint(group, cause),
      call: callOf(place, `Explain ${cut(worst.scenarioLabel, 60)} on ${worst.viewport}`, "explainFailure", {
        scenarioLabel: worst.scenarioLabel,
        viewport: worst.viewport,
        runId,
      }),
    };
  });
  const rules = [...groupBy(findings, ({ rule }) => rule)].map(([rule, group]): Cluster => {
    const sorted = [...group].sort(worstFindingFirst);
    const worst = sorted[0] as OpenFinding;
    const pages = [...new Set(sorted.flatMap(keysOf).map((key) => (key === "" ? "the whole site" : samePage(key))))];
    return {
      cause: rule,
      message: cut(worst.message, 300),
      severity: worst.severity,
      count: group.length,
      places: pages.slice(0, MAX_PLACES).map((one) => cut(one, 120)),
      placeCount: Math.max(pages.length, ...group.map((one) => one.pages?.count ?? 0)),
      hint: targetHint(group),
      call: callOf(place, `${PILLAR_NAME[worst.pillar]} report`, "readReport", { pillar: worst.pillar }),
    };
  });
  return [...pictures, ...steps, ...rules].sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.count - a.count || byName(a.cause, b.cause),
  );
}

function pictureHint(group: readonly PictureFailure[], cause: string): string | null {
  if (group.length < 2) return null;
  const labels = new Set(group.map(({ scenarioLabel }) => scenarioLabel)).size;
  if (cause.startsWith("change "))
    return `The same change on ${plural(labels, "scenario")} and ${plural(group.length, "picture")}: one cause, to be mended or approved at once.`;
  const viewports = new Set(group.map(({ viewport }) => viewport));
  if (cause.startsWith("scenario "))
    return `One scenario on ${inWords([...viewports].sort(byName))}: look at the page itself.`;
  return `One reason on ${plural(labels, "scenario")}.`;
}

/** The same element on several pages is in a template that they share. */
function targetHint(group: readonly OpenFinding[]): string | null {
  if (group.length < 2) return null;
  const targets = [...groupBy(group, ({ target }) => target)]
    .map(([target, same]) => ({ target, pages: new Set(same.map(({ key }) => samePage(key))).size }))
    .filter(({ pages }) => pages > 1)
    .sort((a, b) => b.pages - a.pages || byName(a.target, b.target));
  const [first] = targets;
  if (!first) return null;
  return first.target === ""
    ? `The same on ${plural(first.pages, "page")}: probably one place in a shared template.`
    : `${cut(first.target, 100)} on ${plural(first.pages, "page")}: probably one place in a shared template.`;
}

/** What a visual run judged: one place of one scenario. */
export const pictureId = ({
  scenarioLabel,
  selector,
  viewport,
  browser,
}: Pick<PictureFailure, "scenarioLabel" | "selector" | "viewport" | "browser">): string =>
  JSON.stringify([scenarioLabel, selector, viewport, browser]);
const pictureName = ({ scenarioLabel, viewport }: PictureFailure) => `${cut(scenarioLabel, 80)} on ${viewport}`;

function changesOf({ results, before }: StoryInput): Changes | null {
  if (!before || results.run.status !== "completed") return null;
  const nameOf = namesIn(results.findings, before.findings);
  const list = ({ failures, journeys, findings }: RunResults) => [
    ...failures.map((one) => ({ id: pictureId(one), at: [pictureId(one)], name: pictureName(one) })),
    ...journeys.filter(({ flaky }) => !flaky).map((one) => ({ id: one.id, at: [one.id], name: journeyName(one) })),
    ...findings.map((one) => ({ id: nameOf(one), at: keysOf(one), name: cut(`${one.rule}: ${one.message}`, 160) })),
  ];
  const [now, then] = [list(results), list(before)];
  const idsNow = new Set(now.map(({ id }) => id));
  const idsThen = new Set(then.map(({ id }) => id));
  const judged = new Set(results.judged);
  const appeared = now.filter(({ id }) => !idsThen.has(id));
  const left = then.filter(({ id }) => !idsNow.has(id));
  // Gone is only what was looked at again.
  const gone = left.filter(({ at }) => wasLookedAt(at, (key) => key === "" || judged.has(key)));
  const names = (of: readonly { name: string }[]) =>
    of
      .map(({ name }) => name)
      .sort(byName)
      .slice(0, MAX_EXAMPLES);
  return {
    comparedWith: before.run.runId,
    scoreBefore: rounded(before.run.score),
    scoreNow: rounded(results.run.score),
    appeared: appeared.length,
    gone: gone.length,
    stayed: now.length - appeared.length,
    notJudged: left.length - gone.length,
    examples: { appeared: names(appeared), gone: names(gone) },
  };
}

const rounded = (score: number | null): number | null => (score === null ? null : oneDecimal(score));

function firstLook({ results, place }: StoryInput, clusters: readonly Cluster[]): Story["lookFirst"] {
  const { run } = results;
  if (run.status === "running")
    return {
      what: "Wait for the run",
      why: "It has not ended.",
      call: callOf(place, "Wait for the run", "waitForRun", { runId: run.runId }),
    };
  const pillar = pillarOf(run.type);
  if (wasCancelled(run) && pillar)
    return {
      what: "Run it again",
      why: "It was cancelled, so nothing can be said about the site.",
      call: gates(run.type) ? callToRun(place, pillar) : callOf(place, "Capture baselines", "captureBaselines"),
    };
  if (run.status === "failed")
    return {
      what: "The set-up",
      why: "The run could not be completed, so nothing can be said about the site.",
      call: callOf(place, "Check the set-up", "checkSetup"),
    };
  // By what it would take away: severity for every case.
  const weightOf = ({ severity, count }: Cluster) => SEVERITY_WEIGHT[severity] * count;
  const [first] = [...clusters].sort((a, b) => weightOf(b) - weightOf(a) || byName(a.cause, b.cause));
  if (first) {
    const all = clusters.reduce((sum, one) => sum + weightOf(one), 0);
    return {
      what: first.message,
      why: `${plural(first.count, "case")}, at worst ${first.severity}: ${Math.round((100 * weightOf(first)) / all)} % of the weight of all that failed.${first.hint ? ` ${first.hint}` : ""}`,
      call: first.call,
    };
  }
  if (run.verdict === "fail" && pillar)
    return {
      what: cut(run.reasons[0] ?? "The verdict", 200),
      why: "The run did not pass though no single finding failed.",
      call: callOf(place, `${PILLAR_NAME[pillar]} report`, "readReport", { pillar }),
    };
  return null;
}
