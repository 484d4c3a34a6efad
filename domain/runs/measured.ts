// Decides what runs conclude if parts were not measured. Unmeasured pages, screenshots and scenarios never count as passed.
import { plural } from "../text.ts";
import { RUN_WORDS, type RunWords } from "../words/runs.ts";

/** If at least this share of its parts was not measured, a run is inconclusive. */
export const INCONCLUSIVE_FROM = 0.25;

export type Conclusion = "passed" | "failed" | "inconclusive";

/** `parts`: number of pages, screenshots or scenarios of a run. */
export type Measured = { parts: number; notMeasured: number };

export const isInconclusive = ({ parts, notMeasured }: Measured): boolean =>
  parts === 0 || notMeasured / parts >= INCONCLUSIVE_FROM;

/**
 * Returns the conclusion. `against`: whether anything measured failed. `each`: whether every part is a separate test, so that a run with a
 * single unmeasured part does not pass; pages of an audit are only counted.
 */
export function conclude({ against, each, ...measured }: Measured & { against: boolean; each: boolean }): Conclusion {
  if (isInconclusive(measured)) return "inconclusive";
  if (against) return "failed";
  return each && measured.notMeasured > 0 ? "inconclusive" : "passed";
}

const RUNS: readonly RunWords[] = Object.values(RUN_WORDS);

type Figures = {
  total?: number;
  pages?: number;
  passed?: number;
  failed?: number;
  errors?: number;
};

/** Returns whether a run ended without a single screenshot, scenario, page or part, and so has no result. */
export function measuredNothing(summary: object): boolean {
  const { total, pages } = summary as Figures;
  return total === 0 || pages === 0;
}

/**
 * Returns what a run concludes about the site, the same wherever it is shown; null while it is running. A run that did not complete is
 * inconclusive. `summary`: of any kind of run; for screenshots, scenarios and full audits `failed` includes `errors`.
 */
export function conclusionOf(run: {
  type: string;
  status: string;
  verdict?: "pass" | "fail" | null;
  summary: object | null;
}): Conclusion | null {
  const { status, summary } = run;
  if (status === "running") return null;
  if (status !== "completed" || summary === null) return "inconclusive";
  if (measuredNothing(summary)) return "inconclusive";
  const { total, failed = 0, errors = 0 } = summary as Figures;
  const verdict = run.verdict ?? (summary as { verdict?: "pass" | "fail" }).verdict;
  const counted = total !== undefined && total > 0;
  if (!counted) return verdict === "fail" ? "failed" : "passed";
  const against = failed - errors > 0;
  // A failed pillar fails the audit, even if others could not be measured. Captures are compared with nothing.
  const { pillar, gates } = RUNS.find(({ type }) => type === run.type) ?? {};
  if (pillar === null || gates === false)
    return against ? "failed" : errors > 0 || failed > 0 ? "inconclusive" : "passed";
  return conclude({ parts: total, notMeasured: errors, against, each: true });
}

/** The worst first. A running one comes before those that passed, because it may still fail. */
const WORST = ["failed", "inconclusive", null, "passed"] as const;

/** Returns the first of the runs with the worst conclusion. */
export const worstRun = <T extends { conclusion: Conclusion | null }>(runs: readonly T[]): T | undefined =>
  WORST.flatMap((wanted) => runs.filter(({ conclusion }) => conclusion === wanted))[0];

/** Returns the verdict of a completed run of counted parts; null if it is inconclusive. */
export function countedVerdict(type: string, summary: object): "pass" | "fail" | null {
  const told = conclusionOf({ type, status: "completed", summary });
  return told === "passed" ? "pass" : told === "failed" ? "fail" : null;
}

/** Returns "1 of 5 pages not measured: The connection was refused." `why` may end with a period; null if nothing more is known. */
export function notMeasuredSentence({ parts, notMeasured }: Measured, unit: string, why: string | null): string {
  const head = `${notMeasured} of ${plural(parts, unit)} not measured`;
  return why === null ? `${head}.` : `${head}: ${why.replace(/\.$/, "")}.`;
}

/** Code of a page that answered with an error: 4xx or 5xx. */
export const ANSWERED_ERROR = "http_error";
/** Code of an audited page that now answers with an error but did not before: a failure of the site. */
export const ANSWERS_NO_MORE = "answers_no_more";

/** Returns whether the audited page itself was seen. An error page that was read says nothing about the page that was there before. */
export const wasSeen = ({ status, code }: { status: string; code?: string | null }): boolean =>
  (status === "passed" || status === "failed") && code !== ANSWERED_ERROR && code !== ANSWERS_NO_MORE;

/** Returns "/about answers 404; it answered before." `reason`: the service's own sentence, such as "The page answered 404 Not Found." */
export function answersSentence(key: string, reason: string | null): string {
  const status = /\banswered ([45]\d\d)\b/.exec(reason ?? "")?.[1];
  return `${key} answers ${status ?? "with an error"}; it answered before.`;
}
