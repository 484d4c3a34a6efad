// Explains the result of a run in plain sentences: clusters of equal causes, changes since the previous run, and what to look at first.

import { SEVERITIES, type Severity } from "../audit/finding.ts";
import type { Pillar } from "../audit/pillars.ts";
import { openFindings } from "../audit/startingPoint.ts";
import { oneDecimal } from "../health/figures.ts";
import { SEVERITY_WEIGHT } from "../problems/priority.ts";
import type { FoundProblem, ProblemPlace, RunProblems } from "../problems/problem.ts";
import { gates, pillarOf, RUN_NAME } from "../runTypes.ts";
import { plural } from "../text.ts";
import { quotedText, reasonText } from "../untrusted/quote.ts";
import { asksForWork } from "./advice.ts";
import { type Call, callAt, callOf, callToCapture, callToRead, callToRun } from "./calls.ts";
import { byName, cut, type Facts, type RunFact, wasCancelled } from "./facts.ts";
import { callFor, problemName, problemWords } from "./issues.ts";

export type RunResults = {
  run: RunFact;
  /** What it found and where it looked; null if it judges nothing itself. */
  problems: (Pick<RunProblems, "found" | "looked" | "absent"> & { pillar: Pillar }) | null;
  /** Pages that could not be measured, with the reason. */
  notMeasured: readonly { key: string; reason: string }[];
};

export type FailureHistoryInput = {
  place: Pick<Facts, "project" | "environment" | "now">;
  results: RunResults;
  /** The previous run of the same type, environment and branch. */
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
  /** What the common cause suggests; null for a single case. */
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
  /** Number of problems that are no longer listed because this run did not judge their place. */
  notJudged: number;
  examples: { appeared: string[]; gone: string[] };
};

export type FailureHistory = {
  runId: string;
  type: RunFact["type"];
  status: RunFact["status"];
  verdict: RunFact["verdict"];
  happened: string[];
  /** Worst first. */
  clusters: Cluster[];
  clusterCount: number;
  changes: Changes | null;
  lookFirst: { what: string; why: string; call: Call } | null;
};

/** Maximum number of clusters described, worst first; all are counted. */
export const MAX_CLUSTERS = 25;
const MAX_PLACES = 10;
const MAX_EXAMPLES = 3;

export function failureHistory(input: FailureHistoryInput): FailureHistory {
  const { run } = input.results;
  const open = worstFirst(input.results);
  const changes = changesOf(input);
  return {
    runId: run.runId,
    type: run.type,
    status: run.status,
    verdict: run.verdict,
    happened: sentencesOf(input, open, changes),
    clusters: open.slice(0, MAX_CLUSTERS).map((problem) => clusterOf(input, problem)),
    clusterCount: open.length,
    changes,
    lookFirst: firstLook(input, open),
  };
}

function sentencesOf(
  { results, place }: FailureHistoryInput,
  open: readonly FoundProblem[],
  changes: Changes | null,
): string[] {
  const { run, notMeasured } = results;
  const name = RUN_NAME[run.type];
  if (run.status === "running") return [`${name} is still running.`];
  const said = [`${name}: ${cut(run.sentence, 400)}`];
  if (run.startingPoint)
    said.push(
      `It is the starting point of its pillar, with ${openFindings(run.startingPoint)}: later runs fail only on new ones.`,
    );
  for (const reason of run.reasons.slice(0, 5)) if (!run.sentence.includes(reason)) said.push(cut(reason, 300));
  if (notMeasured.length > 0)
    said.push(
      `${plural(notMeasured.length, "page")} could not be measured. The first, ${quotedText(notMeasured[0]?.key ?? "")}: ${reasonText(notMeasured[0]?.reason ?? "", 200)}`,
    );
  const shared = open.filter(({ placeCount }) => placeCount > 1);
  const sum = (of: readonly FoundProblem[]) => of.reduce((all, { placeCount }) => all + placeCount, 0);
  if (shared.length > 0)
    said.push(`${sum(shared)} of ${sum(open)} come from ${plural(shared.length, "shared cause")}.`);
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
  const unknown = notJudged > 0 ? `, ${notJudged} not checked again` : "";
  return `Since ${comparedWith}: ${appeared} appeared, ${gone} gone, ${stayed} stayed${unknown}${score}.`;
}

/** Problems that require work, unless somebody accepted them. */
const openOf = ({ problems }: RunResults): FoundProblem[] =>
  problems?.found.filter((one) => asksForWork(problems.pillar, one) && !one.accepted) ?? [];

type OfPillar = FoundProblem & { pillar: Pillar };

function worstFirst(results: RunResults): OfPillar[] {
  const { problems } = results;
  if (problems === null) return [];
  const open = openOf(results).map((one) => ({ ...one, pillar: problems.pillar }));
  return open.sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      b.placeCount - a.placeCount ||
      byName(a.cause, b.cause),
  );
}

function clusterOf(input: FailureHistoryInput, problem: OfPillar): Cluster {
  return {
    cause: cut(problem.title, 200),
    message: problemWords(problem),
    severity: problem.severity,
    count: problem.placeCount,
    places: problem.places.slice(0, MAX_PLACES).map((one) => cut(nameOf(one), 200)),
    placeCount: problem.placeCount,
    hint: hintOf(problem),
    call: closerLook(input, problem),
  };
}

const closerLook = ({ results, place }: FailureHistoryInput, problem: OfPillar): Call =>
  callFor(place, { ...problem, runId: results.run.runId });

/** Examples: "Home · phone · chromium", "/cart", "the whole site". */
const nameOf = ({ page, label, viewport, browser }: ProblemPlace): string =>
  [label || page || "the whole site", viewport, browser].filter(Boolean).join(" · ");

/** Returns what the common cause suggests; null for a single place. */
function hintOf({ places, placeCount, evidence }: FoundProblem): string | null {
  if (placeCount < 2) return null;
  const labels = new Set(places.map(({ label }) => label)).size;
  const scenarios = places.some(({ label }) => label !== "");
  if (scenarios && labels === 1)
    return `One scenario in ${plural(placeCount, "browser or viewport", "browsers or viewports")}.`;
  if (scenarios) return `The same in ${plural(labels, "scenario")}: one cause.`;
  const what = evidence.target ? quotedText(evidence.target) : "The same";
  return `${what} on ${plural(placeCount, "page")}: probably one place in a shared template.`;
}

function changesOf({ results, before }: FailureHistoryInput): Changes | null {
  if (!before || results.run.status !== "completed") return null;
  // Excludes warnings, because what passes on a retry comes and goes.
  const listOf = (of: RunResults) => openOf(of).filter(({ kind }) => kind !== "warning");
  const [now, then] = [listOf(results), listOf(before)];
  const among = (list: readonly FoundProblem[]) => {
    const causes = new Set(list.map(({ cause }) => cause));
    return ({ cause }: FoundProblem) => causes.has(cause);
  };
  const [isNow, wasThen] = [among(now), among(then)];
  const appeared = now.filter((one) => !wasThen(one));
  const left = then.filter((one) => !isNow(one));
  // A problem is only gone if its place was looked at again.
  const gone = left.filter((one) => lookedAgain(results, one));
  const names = (of: readonly FoundProblem[]) =>
    of
      .map((one) => cut(problemWords(one), 160))
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

/** Whether at least half of the places of an earlier problem were looked at again or no longer exist. */
function lookedAgain({ problems }: RunResults, { places, rule }: FoundProblem): boolean {
  const seen = places.filter((place) => problems?.looked(place, rule) || problems?.absent(place));
  return seen.length * 2 >= places.length;
}

const rounded = (score: number | null): number | null => (score === null ? null : oneDecimal(score));

function firstLook(input: FailureHistoryInput, open: readonly OfPillar[]): FailureHistory["lookFirst"] {
  const { results, place } = input;
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
      why: "It was cancelled, so it has no result.",
      call: callAt(run, gates(run.type) ? callToRun(place, pillar) : callToCapture(place, run.scenarios)),
    };
  if (run.status === "failed")
    return {
      what: "The set-up",
      why: "The run could not be completed, so it has no result.",
      call: callOf(place, "Check the set-up", "checkSetup"),
    };
  // By how much fixing it would remove: severity times number of cases.
  const weightOf = ({ severity, placeCount }: FoundProblem) => SEVERITY_WEIGHT[severity] * placeCount;
  const [first] = [...open].sort((a, b) => weightOf(b) - weightOf(a) || byName(a.title, b.title));
  if (first) {
    const hint = hintOf(first);
    const all = open.reduce((sum, one) => sum + weightOf(one), 0);
    return {
      what: problemName(first),
      why: `${plural(first.placeCount, "case")}, at worst ${first.severity}: ${Math.round((100 * weightOf(first)) / all)} % of the weight of all that failed.${hint ? ` ${hint}` : ""}`,
      call: closerLook(input, first),
    };
  }
  if (run.verdict === "fail" && pillar)
    return {
      what: cut(run.reasons[0] ?? "The verdict", 200),
      why: "The run did not pass though no single finding failed.",
      call: callToRead(place, pillar, run.runId),
    };
  return null;
}
