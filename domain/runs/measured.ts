// What was not measured is never a pass: one rule for the pages, screenshots and scenarios that a run could say nothing about.
import { plural } from "../text.ts";

/** From this share of its parts on that were not measured, a run says nothing about the site. */
export const INCONCLUSIVE_FROM = 0.25;

export type Conclusion = "passed" | "failed" | "inconclusive";

/** `parts`: pages, screenshots or scenarios of a run. */
export type Measured = { parts: number; notMeasured: number };

export const isInconclusive = ({ parts, notMeasured }: Measured): boolean =>
  parts === 0 || notMeasured / parts >= INCONCLUSIVE_FROM;

/**
 * `against`: something that was measured is against the site. `each`: every part is a test of its own, so that a single one that
 * could not be made is no pass either; pages of an audit are counted instead.
 */
export function conclude({ against, each, ...measured }: Measured & { against: boolean; each: boolean }): Conclusion {
  if (isInconclusive(measured)) return "inconclusive";
  if (against) return "failed";
  return each && measured.notMeasured > 0 ? "inconclusive" : "passed";
}

type Figures = {
  total?: number;
  pages?: number;
  passed?: number;
  failed?: number;
  errors?: number;
};

/** Whether a run ended without a single screenshot, scenario, page or part of its own: it has nothing to say. */
export function measuredNothing(summary: object): boolean {
  const { total, pages } = summary as Figures;
  return total === 0 || pages === 0;
}

/**
 * What a run says about the site, the same in every face; null while it runs. A run that did not complete says nothing. `summary`
 * of any kind of run: those of screenshots, scenarios and full audits count `errors` among what `failed`.
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
  // A pillar that failed is known to have failed, however many others could not be measured; baselines are compared with nothing.
  if (run.type === "full-suite" || run.type === "baseline")
    return against ? "failed" : errors > 0 || failed > 0 ? "inconclusive" : "passed";
  return conclude({ parts: total, notMeasured: errors, against, each: true });
}

/** The verdict of a completed run of counted parts: one that says nothing has none. */
export function countedVerdict(type: string, summary: object): "pass" | "fail" | null {
  const told = conclusionOf({ type, status: "completed", summary });
  return told === "passed" ? "pass" : told === "failed" ? "fail" : null;
}

/** "1 of 5 pages not measured: The connection was refused." `why` may end with a full stop; null: nothing more is known. */
export function notMeasuredSentence({ parts, notMeasured }: Measured, unit: string, why: string | null): string {
  const head = `${notMeasured} of ${plural(parts, unit)} not measured`;
  return why === null ? `${head}.` : `${head}: ${why.replace(/\.$/, "")}.`;
}

/** The code of a page's answer that is an error: 4xx or 5xx. */
export const ANSWERED_ERROR = "http_error";
/** The code of an audited page that answers with an error where it answered before: a failure of the site. */
export const ANSWERS_NO_MORE = "answers_no_more";

/** Whether an audited page showed itself: an error's page that was read tells nothing of the page that was there before. */
export const wasSeen = ({ status, code }: { status: string; code?: string | null }): boolean =>
  (status === "passed" || status === "failed") && code !== ANSWERED_ERROR && code !== ANSWERS_NO_MORE;

/** "/about answers 404." `reason` is our own sentence about the answer: "The page answered 404 Not Found." */
export function answersSentence(key: string, reason: string | null): string {
  const status = /\banswered ([45]\d\d)\b/.exec(reason ?? "")?.[1];
  return `${key} answers ${status ?? "with an error"}; it answered before.`;
}
