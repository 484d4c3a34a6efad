// Summarizes a run in the one sentence that is shown everywhere.
import { startingPointWords } from "../audit/startingPoint.ts";
import { progressWords, type WorkProgress } from "../durable/progress.ts";
import { oneDecimal } from "../health/figures.ts";
import { sincePart } from "../history/againstWords.ts";
import { gates, partsOfType, RUN_NAME, type RunStatus, type StatusType } from "../runTypes.ts";
import { capital, oneLine, plural, truncate } from "../text.ts";
import { seenText } from "../untrusted/unseen.ts";
import type { PillarParts } from "../words/pillars.ts";
import { type Conclusion, conclusionOf, measuredNothing } from "./measured.ts";
import { partWords, type RunPart } from "./part.ts";
import { type Carried, carriedWords } from "./rerun.ts";
import { scoreOf } from "./score.ts";

export type ToldRun = {
  type: StatusType;
  status: RunStatus;
  verdict?: "pass" | "fail" | null;
  summary: object | null;
  error: string | null;
  progress?: Pick<WorkProgress, "phase" | "done" | "total">;
  /** Set for a run that was limited to some scenarios. */
  part?: RunPart | null;
};

export type RunSummary = {
  /** null while the run is running. */
  conclusion: Conclusion | null;
  /** First part of the sentence, without a period: "9 of 12 screenshots changed". For a failed audit, its first reason. */
  headline: string;
  /**
   * "9 of 12 screenshots changed. 3 changes, 2 approved, 1 flaky." Without the run's name. Contains text from a page only if the run's
   * error quotes it.
   */
  sentence: string;
};

type Figures = {
  total?: number;
  failed?: number;
  approved?: number;
  errors?: number;
  flaky?: number;
  undefined?: number;
  noBaseline?: number;
  pages?: number;
  notMeasured?: number;
  pageErrors?: number;
  changes?: number;
  changedScreenshots?: number;
  new?: number;
  fixed?: number;
  against?: string;
  reasons?: readonly string[];
  rerun?: Carried;
};

/** Maximum length of an error or reason in characters. */
const MAX_REASON = 300;

export function runSummary(run: ToldRun): RunSummary {
  const conclusion = conclusionOf(run);
  const parts = partsOf(run, conclusion);
  const [first = ""] = parts;
  const why = conclusion === "failed" && isAudit(run.summary) ? parts.at(-1) : first;
  const { rerun }: Figures = run.summary ?? {};
  const ran = run.status !== "running";
  const part = ran ? partOf(run) : null;
  const told = [
    ...parts,
    ...(part === null ? [] : [`Covers ${part}`]),
    ...(ran && rerun !== undefined ? [carriedWords(rerun)] : []),
  ];
  return { conclusion, headline: (why ?? first).replace(/\.$/, ""), sentence: told.map(ended).join(" ") };
}

/** Returns what the results cover, unless the score of an audit already includes it. */
function partOf(run: ToldRun): string | null {
  const { status, summary, part } = run;
  if (status !== "completed" || summary === null || measuredNothing(summary)) return null;
  return isAudit(summary) && scoreOf(run) !== null ? null : partWords(part);
}

const WORD: Record<Conclusion, string> = { passed: "passed", failed: "failed", inconclusive: "is inconclusive" };

/** Returns "Visual test failed: 9 of 12 screenshots changed." `name`: replaces the name of the run type. */
export function namedSummary(run: ToldRun, name: string = RUN_NAME[run.type]): string {
  return named(runSummary(run), name);
}

/** Same as `namedSummary`, for a known sentence. */
export const named = ({ conclusion, sentence }: Omit<RunSummary, "headline">, name: string): string =>
  conclusion === null ? `${name} is running. ${sentence}` : `${name} ${WORD[conclusion]}: ${sentence}`;

function partsOf(run: ToldRun, conclusion: Conclusion | null): string[] {
  const { status, summary, error } = run;
  if (status === "running") return [progressWords(run.progress)];
  if (status === "failed" || summary === null)
    return [truncate(seenText(error ?? "The run has no result"), MAX_REASON)];
  if (measuredNothing(summary)) return ["Nothing measured"];
  if (isAudit(summary)) return auditParts(run, summary, conclusion);
  const figures: Figures = summary;
  const { total = 0, failed = 0 } = figures;
  if (!gates(run.type))
    return [
      failed > 0
        ? `${failed} of ${plural(total, "screenshot")} not captured`
        : `${plural(total, "screenshot")} captured`,
    ];
  return countedParts(figures, COUNTED[partsOfType(run.type)] ?? SCREENSHOTS);
}

const isAudit = (summary: object | null): summary is object => summary !== null && "pages" in summary;

/** `wrong`: what can be wrong with a result, in the order of the sentence. Each failed result counts once. */
type Counted = { unit: string; wrong: readonly (readonly [keyof Wrong, string])[] };
type Wrong = { against: number; noBaseline: number; pageErrors: number; undefined: number; errors: number };

const SCREENSHOTS: Counted = {
  unit: "screenshot",
  wrong: [
    ["against", "changed"],
    ["noBaseline", "without a baseline"],
    ["pageErrors", "with an error page"],
    ["errors", "not measured"],
  ],
};
const COUNTED: Partial<Record<PillarParts | "runs", Counted>> = {
  scenarios: {
    unit: "scenario",
    wrong: [
      ["against", "failed"],
      ["undefined", "not runnable"],
      ["errors", "not measured"],
    ],
  },
  runs: {
    unit: "pillar",
    wrong: [
      ["against", "failed"],
      ["errors", "not measured"],
    ],
  },
};

function countedParts(figures: Figures, { unit, wrong }: Counted): string[] {
  const { total = 0, failed = 0, approved = 0, flaky = 0, changes = 0 } = figures;
  const counts = wrongOf(figures);
  const [first, ...others] = wrong.filter(([name]) => counts[name] > 0);
  const beside = [
    ...others.map(([name, words]) => `${counts[name]} ${words}`),
    ...(approved > 0 ? [`${approved} approved`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
  ];
  const of = plural(total, unit);
  const told = changes > 0 ? ` (${plural(changes, "change")})` : "";
  const head = first
    ? `${counts[first[0]]} of ${of} ${first[1]}${told}`
    : failed > 0
      ? `${failed} of ${of} failed`
      : `${of} passed`;
  return [head, ...(beside.length > 0 ? [beside.join(", ")] : [])];
}

function wrongOf({
  failed = 0,
  errors = 0,
  noBaseline = 0,
  pageErrors = 0,
  undefined: unrunnable = 0,
}: Figures): Wrong {
  const against = Math.max(0, failed - errors - noBaseline - pageErrors - unrunnable);
  return { against, noBaseline, pageErrors, undefined: unrunnable, errors };
}

function auditParts(run: ToldRun, summary: object, conclusion: Conclusion | null): string[] {
  const { pages = 0, new: fresh = 0, fixed = 0, notMeasured = 0, pageErrors = 0, ...rest }: Figures = summary;
  const start = startingPointWords({ verdict: run.verdict ?? null, summary });
  const of = plural(pages, "page");
  const [score, part] = [scoreOf(run), partWords(run.part)];
  const [why] = conclusion === "failed" ? (rest.reasons ?? []) : [];
  return [
    score === null ? "No score" : `Score ${oneDecimal(score)}${part === null ? "" : ` over ${part}`}`,
    start === null ? `${plural(fresh, "new finding")}, ${fixed} fixed${sincePart(rest.against)}` : capital(start),
    ...(notMeasured > 0 ? [`${notMeasured} of ${of} not measured`] : []),
    ...(pageErrors > 0 ? [`${pageErrors} of ${of} with an error page`] : []),
    ...(why === undefined ? [] : [oneLine(truncate(why, MAX_REASON))]),
  ];
}

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
