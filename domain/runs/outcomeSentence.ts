// How a run stands, as one sentence for a person.
import { newAndFixed } from "../audit/newAndFixed.ts";
import { startingPointWords } from "../audit/startingPoint.ts";
import type { WorkProgress } from "../durable/progress.ts";
import { RUN_NAME, type RunStatus, type StatusType } from "../runTypes.ts";
import { oneLine, plural, truncate } from "../text.ts";
import { changesWords } from "../visual/summary.ts";
import { type Conclusion, conclusionOf, measuredWords } from "./measured.ts";

export type ToldRun = {
  type: StatusType;
  status: RunStatus;
  verdict: "pass" | "fail" | null;
  summary: object | null;
  error: string | null;
  progress: WorkProgress;
};

type Figures = {
  total?: number;
  failed?: number;
  approved?: number;
  errors?: number;
  flaky?: number;
  noBaseline?: number;
  pages?: number;
  notMeasured?: number;
  pageErrors?: number;
  changes?: number;
  changedScreenshots?: number;
  score?: number | null;
  new?: number;
  fixed?: number;
  against?: string;
  reasons?: string[];
};

const WORD: Record<Conclusion, string> = {
  passed: "passed",
  failed: "did not pass",
  inconclusive: "is inconclusive",
};

/** Plain text; what a page wrote is never in it, but for the error of a run that could not be judged. */
export function outcomeSentence(run: ToldRun): string {
  const name = RUN_NAME[run.type];
  const { phase, done, total } = run.progress;
  if (run.status === "running")
    return total > 0 ? `${name} is ${phase}: ${done} of ${total} done.` : `${name} is ${phase}.`;
  if (run.status === "failed")
    return `${name} could not be judged: ${oneLine(truncate(run.error ?? "no reason is known", 300))}`;
  const figures = (run.summary ?? {}) as Figures;
  const said =
    run.type === "baseline" ? baselines(figures) : "pages" in figures ? audit(run, figures) : counted(run, figures);
  return `${name} ${WORD[conclusionOf(run) ?? "inconclusive"]}: ${said}.`;
}

function baselines({ total = 0, failed = 0 }: Figures): string {
  return failed === 0
    ? `${plural(total, "picture")} captured`
    : `${failed} of ${plural(total, "picture")} could not be captured`;
}

function audit(
  run: ToldRun,
  { pages = 0, score, notMeasured = 0, pageErrors = 0, reasons = [], ...figures }: Figures,
): string {
  const start = startingPointWords(run);
  const measured = measuredWords({ parts: pages, notMeasured: notMeasured + pageErrors }, "page");
  const parts = [
    ...(typeof score === "number" ? [`score ${Math.round(score)} over ${measured}`] : [measured]),
    ...(start === null ? [newAndFixed(figures)] : [start]),
    ...(notMeasured > 0 ? [`${plural(notMeasured, "page")} not measured`] : []),
  ];
  const [why] = run.verdict === "fail" ? reasons : [];
  return parts.join(", ") + (why === undefined ? "" : `. ${oneLine(truncate(why, 200)).replace(/\.$/, "")}`);
}

const UNIT: Partial<Record<StatusType, string>> = {
  "vrt-test": "picture",
  "frt-test": "scenario",
  "full-suite": "pillar",
};

function counted(
  run: ToldRun,
  { total = 0, failed = 0, approved = 0, errors = 0, flaky = 0, noBaseline = 0, pageErrors = 0, ...figures }: Figures,
): string {
  const unit = plural(total, UNIT[run.type] ?? "result");
  const changes = changesWords(figures);
  const more = [
    ...(changes === null ? [] : [changes]),
    ...(noBaseline > 0 ? [`${noBaseline} without a baseline`] : []),
    ...(pageErrors > 0 ? [`${pageErrors} ${pageErrors === 1 ? "answers" : "answer"} with an error`] : []),
    ...(errors > 0 ? [`${errors} not measured`] : []),
    ...(approved > 0 ? [`${approved} approved`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
  ];
  const head =
    failed === 0 ? `all of ${unit} are in order` : `${failed} of ${unit} ${failed === 1 ? "is" : "are"} not in order`;
  return more.length === 0 ? head : `${head} (${more.join(", ")})`;
}
