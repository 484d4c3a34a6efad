// Results of runs: what failed and why, what changed, two runs side by side.
import { type TimeWindow, timeWindowOf } from "../../../domain/coach/window.ts";
import { environmentsIn } from "../../../domain/guidance/entities.ts";
import {
  FULL_AUDIT,
  gates,
  partsOfType,
  RUN_NAME,
  runNoun,
  type StatusType,
  TYPE_OF_PILLAR,
} from "../../../domain/runTypes.ts";
import { escapeRegExp } from "../../../domain/text.ts";
import { resolveProject } from "../../lib/access.ts";
import { bullet, changeWords, dataOf, nextLine, quoted, runLine, timeOf } from "../sentences.ts";
import { runLink, type Talk } from "../talk.ts";
import { type Topic, told } from "../topic.ts";

type PastRun = {
  runId: string;
  type: StatusType;
  status: string;
  verdict: "pass" | "fail" | null;
  createdAt: string;
  result: string;
  branch?: string | null;
  environmentName?: string | null;
  prNumber?: number;
};

const MAX_RUNS = 50;
const MAX_SHOWN = 10;
const MAX_EXPLAINED = 4;

const placeOf = ({ branch, prNumber }: PastRun): string =>
  prNumber ? ` for pull request ${prNumber}` : branch ? ` on ${quoted(branch)}` : "";
const runBullet = (run: PastRun): string =>
  bullet(`${RUN_NAME[run.type]} ${run.runId}${placeOf(run)}, ${timeOf(run.createdAt)}: ${quoted(run.result)}`);

/** Returns the newest runs, of the window, pull request or branch if the question names one. `more`: whether there are older ones. */
async function historyOf(
  talk: Talk,
  args: Record<string, unknown> = {},
  window: TimeWindow | null = null,
): Promise<{ runs: PastRun[]; more: boolean; summary: string }> {
  const times = window && { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() };
  const { branch, prNumber } = talk.entities;
  const narrowed = { limit: MAX_RUNS, branch, ...(prNumber !== null && { prNumber }), ...times, ...args };
  const answer = await talk.call("get_run_history", narrowed);
  const { runs = [], nextCursor = null } = dataOf<{ runs?: PastRun[]; nextCursor?: string | null }>(answer);
  return { runs, more: nextCursor !== null, summary: answer.summary };
}

/** Returns the type of runs that the question names by their pillar. */
function typeOf({ entities: { pillars } }: Talk): { type?: StatusType } {
  const type = pillars[0] ? TYPE_OF_PILLAR[pillars[0]] : null;
  return type ? { type } : {};
}

/** Returns the sentence that there was no run of the type, environment and change by which the history was narrowed. */
async function nothingRan(talk: Talk, window: TimeWindow | null): Promise<string> {
  const { type } = typeOf(talk);
  const place = talk.environment && (await environmentsKnown(talk)).find(({ slug }) => slug === talk.environment);
  const what = `${type ? runNoun(type) : "run"}${changeWords(talk)}${place ? ` on ${quoted(place.name)}` : ""}`;
  return window ? `There was no ${what} ${window.words}.` : `There is no ${what} yet.`;
}

const environmentsKnown = async (talk: Talk): Promise<{ slug: string; name: string }[]> =>
  dataOf<{ environments?: { slug: string; name: string }[] }>(await talk.call("list_environments")).environments ?? [];

type Story = {
  runs?: {
    runId: string;
    type: StatusType;
    happened: string[];
    clusters: { message: string; places: string[]; hint: string | null }[];
    lookFirst: { what: string; why: string } | null;
    changes: { comparedWith: string } | null;
  }[];
};

/** Returns a line or two on why the run failed. */
async function whyLines(talk: Talk, run: PastRun): Promise<string[]> {
  if (partsOfType(run.type) === "scenarios") {
    const { failures = [] } = dataOf<{ failures?: { scenario: string; headline: string; message: string }[] }>(
      await talk.call("frt_explain_failure", { runId: run.runId }),
    );
    return failures
      .slice(0, 3)
      .map(({ scenario, headline, message }) => bullet(`${quoted(scenario)}: ${headline} ${quoted(message)}`));
  }
  const [story] = dataOf<Story>(await talk.call("analyze_results", { runId: run.runId })).runs ?? [];
  if (!story) return [];
  return story.clusters.slice(0, 3).map(({ message, places, hint }) => {
    const [place] = places;
    return bullet(
      `${quoted(message)}${place && !message.includes(place) ? ` (${quoted(place)})` : ""}${hint ? ` ${quoted(hint)}` : ""}`,
    );
  });
}

/** Asks how a scheduled run went; when it runs is a question about the schedule. */
export const SCHEDULED_PASSED =
  /\b(did|was|were|has|have|is)\b.{0,30}\b(nightly|scheduled|last night)\b.{0,40}\b(pass\w*|green|red|ok(ay)?|fine|succe\w+|fail\w*|work(ed)?)\b/;

const failures: Topic = {
  id: "failures",
  feature: "runs",
  action: "failures",
  asks: [
    "What failed last night and why?",
    "What broke yesterday?",
    "Which runs failed today?",
    "What went wrong in the last run?",
    "Why did the tests fail?",
    "Did anything fail this week?",
    "Why is the build red?",
  ],
  sure: [
    /\b(what|which|did|has|have|anything|why)\b.{0,30}\b(fail\w*|broke\w*|break|went wrong|red)\b/,
    /\bfailures?\b.{0,20}\b(last night|yesterday|today|this week)\b/,
    SCHEDULED_PASSED,
  ],
  not: /\b(checkout|feature|gherkin|functional|scenario ["“])\b|\bmerge\b|\bset-?up\b/,
  async answer(talk) {
    const window = timeWindowOf(talk.message, talk.ctx.now());
    const ofType = typeOf(talk);
    const { runs, more } = await historyOf(talk, window ? { failed: true, ...ofType } : ofType, window);
    const when = window?.words ?? "in the newest runs";
    const of = changeWords(talk);
    const chosen = runs.filter(({ status, verdict }) => status === "failed" || verdict === "fail");
    if (chosen.length === 0) {
      const { runs: any } = window ? await historyOf(talk, ofType, window) : { runs };
      if (any.length === 0) return [await nothingRan(talk, window)];
      const left = any.some(({ status }) => status === "running") ? " Not all runs have ended." : "";
      return [`Nothing${of} failed ${when}.${left}`];
    }
    const lines: string[] = [`What failed${of && ` in the runs${of}`} ${when}:`];
    for (const [index, run] of chosen.slice(0, MAX_SHOWN).entries()) {
      lines.push(runBullet(run));
      if (index < MAX_EXPLAINED && talk.left() > 0)
        lines.push(...(await whyLines(talk, run)).map((line) => `  ${line}`));
      lines.push(`  ${runLink(talk, run.runId)}`);
    }
    const others = chosen.length - MAX_SHOWN;
    const least = window && more ? "At least " : "";
    return others > 0 ? [...lines, `${least}${others} more failed; get_run_history lists them.`] : lines;
  },
};

const changed: Topic = {
  id: "changed",
  feature: "runs",
  action: "changes",
  asks: [
    "What changed this week?",
    "What is new since last week?",
    "What happened in the last days?",
    "Did anything change today?",
    "Summarize the last results",
  ],
  sure: [
    /\bwhat('s| has| is)? (changed|new|happened)\b/,
    /^(and |so )?(are there|any|what|which|show|did|has)\b(?!.*\bpages?\b).*\bnew (problems?|issues?|findings?|errors?)\b/,
    /\bchanged? (this|since|in the last)\b/,
    /\bsummar/,
  ],
  not: /\bfail/,
  async answer(talk) {
    const window = timeWindowOf(talk.message, talk.ctx.now());
    const { runs, more } = await historyOf(talk, typeOf(talk), window);
    if (runs.length === 0) return [await nothingRan(talk, window)];
    const analysis = await talk.call("analyze_results");
    type Told = NonNullable<Story["runs"]>[number];
    const isInWindow = async ({ runId, type }: Told): Promise<boolean> => {
      const isIn = (some: readonly PastRun[]) => some.some((run) => run.runId === runId);
      if (isIn(runs) || !window || !more || typeOf(talk).type || talk.left() <= 0) return isIn(runs);
      // The newest run of its type may be older than many of others.
      return isIn((await historyOf(talk, { type }, window)).runs);
    };
    const stories: Told[] = [];
    for (const story of dataOf<Story>(analysis).runs ?? [])
      if (story.changes && (await isInWindow(story))) stories.push(story);
    const told = stories.flatMap(({ runId, type, happened }) => [
      bullet(
        `${RUN_NAME[type]} ${runId}: ${happened
          .filter((line) => /^Since |score/.test(line))
          .map(quoted)
          .join(" ")}`,
      ),
    ]);
    return [
      ...(told.length > 0 ? [`What changed ${window?.words ?? "in the newest runs"}:`, ...told] : []),
      "Runs:",
      ...runs.slice(0, MAX_SHOWN).map(runBullet),
      ...runLine(talk, stories[0]?.runId ?? runs[0]?.runId),
      // The suggestion is for the runs of all pillars.
      ...(typeOf(talk).type ? [] : nextLine(talk, analysis.nextActions)),
    ];
  },
};

type Comparison = {
  worse?: { name: string; from?: unknown; to?: unknown }[];
  appeared?: { name: string }[];
  better?: { name: string }[];
  vanished?: { name: string }[];
  run?: { runId: string };
  base?: { runId: string };
};

const compare: Topic = {
  id: "compare",
  feature: "runs",
  action: "compare",
  asks: [
    "Compare the last two runs",
    "Compare the last two visual tests",
    "What is the difference between the last two performance runs?",
    "How does this run compare to the one before?",
  ],
  sure: [/\bcompar\w+\b/, /\bdifferen\w+ between\b/, /\b(versus|vs)\b/],
  not: /\bcompare with a baseline\b/,
  async answer(talk) {
    const [run, base] = talk.entities.runIds;
    const places = run ? null : await placesIn(talk);
    const pair = run
      ? { runId: run, baseRunId: base }
      : places
        ? await pairOf(talk, places)
        : lastPair((await historyOf(talk, typeOf(talk))).runs);
    if (!pair && places) return ["There are no completed runs of one type in both places to compare yet."];
    if (!pair) return ["There are no two completed runs of one type, environment and branch to compare yet."];
    return told<Comparison>(talk, "compare_runs", pair, (data) => [
      ...(["worse", "appeared", "better", "vanished"] as const).flatMap((list) =>
        (data[list] ?? []).slice(0, 4).map(({ name }) => bullet(`${list}: ${quoted(name)}`)),
      ),
      ...runLine(talk, data.run?.runId),
      ...runLine(talk, data.base?.runId),
    ]);
  },
};

type RunPlace = { environment?: string; branch: string | undefined };

/** Returns the two environments that the question compares, or its branch and the main branch; null if it names no two places. */
async function placesIn(talk: Talk): Promise<[RunPlace, RunPlace] | null> {
  const { branch, environment, prNumber } = talk.entities;
  if (environment === null && branch === null) return null;
  const { mainBranch } = await resolveProject(talk.ctx, talk.caller, talk.project ?? undefined);
  if (environment !== null) {
    const [first, second] = environmentsIn(talk.message.toLowerCase(), await environmentsKnown(talk));
    // The newest run of any branch may be of a preview.
    const of = branch ?? (prNumber === null ? mainBranch : undefined);
    if (first && second)
      return [
        { environment: first, branch: of },
        { environment: second, branch: of },
      ];
  }
  if (branch === null || branch === mainBranch) return null;
  const namesMain = new RegExp(`(?<![\\w-])${escapeRegExp(mainBranch)}(?![\\w-])`, "i").test(talk.message);
  return namesMain ? [{ branch }, { branch: mainBranch }] : null;
}

/** Returns the newest completed run of one place that has one of its type in the other, with that one. */
async function pairOf(talk: Talk, [here, there]: [RunPlace, RunPlace]): Promise<RunPair | null> {
  const own = completedOf((await historyOf(talk, { ...typeOf(talk), ...here })).runs);
  // A pull request has no runs of another branch.
  const base = here.branch === there.branch ? talk : { ...talk, entities: { ...talk.entities, prNumber: null } };
  const others = completedOf((await historyOf(base, { ...typeOf(talk), ...there })).runs);
  for (const { runId, type } of own) {
    const other = others.find((one) => one.type === type);
    if (other) return { runId, baseRunId: other.runId };
  }
  return null;
}

type RunPair = { runId: string; baseRunId: string };

/** Returns the runs that can be compared. */
const completedOf = (runs: readonly PastRun[]): PastRun[] =>
  runs.filter(({ status, type }) => status === "completed" && gates(type) && type !== FULL_AUDIT);

/** Returns the newest completed run that has a predecessor of the same type, environment and branch, with that predecessor. */
function lastPair(runs: readonly PastRun[]): RunPair | null {
  const completed = completedOf(runs);
  for (const [index, run] of completed.entries()) {
    const base = completed
      .slice(index + 1)
      .find((one) => one.type === run.type && one.branch === run.branch && one.environmentName === run.environmentName);
    if (base) return { runId: run.runId, baseRunId: base.runId };
  }
  return null;
}

const status: Topic = {
  id: "status",
  feature: "runs",
  action: "status",
  asks: ["Is the run finished?", "What is the status of run_1?", "How far is the current run?", "Is anything running?"],
  sure: [/\bstatus of\b/, /\b(run|test|audit) (finished|done|over|complete\w*)\b/, /\brun_\w+/],
  not: /\b(why|fail\w*|compar\w+)\b/,
  async answer(talk) {
    const runId = talk.entities.runIds[0] ?? talk.context.runId;
    const answer = await talk.call("get_run_status", { runId });
    const { runId: id } = dataOf<{ runId?: string }>(answer);
    return [answer.summary, ...(answer.ok && id ? runLine(talk, id) : [])];
  },
};

const listed: Topic = {
  id: "runs",
  feature: "runs",
  action: "list",
  asks: ["Show the last runs", "Which runs were there?", "List the run history", "When did we test last?"],
  sure: [/\b(last|latest|recent|past) runs\b/, /\brun history\b/, /\blast (tested|run)\b/],
  not: /\b(compar\w+|fail\w*|wrong|two)\b/,
  async answer(talk) {
    const window = timeWindowOf(talk.message, talk.ctx.now());
    const { runs, summary } = await historyOf(talk, {}, window);
    return [summary, ...runs.slice(0, MAX_SHOWN).map(runBullet)];
  },
};

export const runTopics: readonly Topic[] = [failures, compare, changed, status, listed];
