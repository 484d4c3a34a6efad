// What the checks share: evaluating every run, and the words for figures.
import type { CheckResult, Outcome } from "../../audit/finding.ts";
import type { AuditFacts, Item, PerfFacts, RunFacts } from "./facts.ts";
import type { Threshold } from "./thresholds.ts";

const MILDEST_FIRST: readonly Outcome[] = ["inapplicable", "passed", "review", "warning", "failed"];

/**
 * Evaluates each run and returns the median outcome, so that a figure near a threshold does not make findings come and go
 * (with an even number of runs, the milder middle outcome). The message is that of the run closest to the medians if its outcome agrees.
 */
export function overRuns(facts: PerfFacts, judge: (run: RunFacts) => CheckResult): CheckResult {
  const results = facts.runs.map(judge);
  const ranked = [...results].sort((a, b) => rank(a) - rank(b));
  const middle = ranked[Math.floor((ranked.length - 1) / 2)];
  if (middle === undefined) return { outcome: "inapplicable", target: "", message: "No run gave a result." };
  const nearest = results[facts.representative];
  return nearest?.outcome === middle.outcome ? nearest : middle;
}

const rank = ({ outcome }: CheckResult) => MILDEST_FIRST.indexOf(outcome);

/** Evaluates each run by one Lighthouse audit. A run in which the audit does not apply or broke counts as inapplicable. */
export function byAudit(
  facts: PerfFacts,
  id: string,
  judge: (audit: AuditFacts, run: RunFacts) => CheckResult,
): CheckResult {
  return overRuns(facts, (run) => {
    const audit = run.audits[id];
    if (audit === undefined || audit.mode === "" || audit.mode === "notApplicable" || audit.mode === "error")
      return { outcome: "inapplicable", target: "", message: "Lighthouse returned no results for this page." };
    return judge(audit, run);
  });
}

/** Returns `passed` below both thresholds. */
export function outcomeOf(value: number, { warning, failed }: Threshold): "failed" | "warning" | "passed" {
  if (value >= failed) return "failed";
  return value >= warning ? "warning" : "passed";
}

/** Returns the worse of two outcomes. */
export function worse<T extends Outcome>(a: T, b: T): T {
  return MILDEST_FIRST.indexOf(a) >= MILDEST_FIRST.indexOf(b) ? a : b;
}

/** Formats bytes: "43 KiB", "2.1 MiB". */
export function size(bytes: number): string {
  const kib = bytes / 1_024;
  return kib < 1_024
    ? `${Math.max(1, Math.round(kib)).toLocaleString("en-US")} KiB`
    : `${(kib / 1_024).toFixed(1)} MiB`;
}

/** Formats milliseconds: "1,234 ms". */
export function ms(value: number): string {
  return `${Math.round(value).toLocaleString("en-US")} ms`;
}

/** Formats a count: "one file", "3 files". */
export function count(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `one ${one}` : `${number.toLocaleString("en-US")} ${many}`;
}

/** Maximum number of files or elements named in a sentence; the evidence holds more. */
const MAX_NAMED = 3;
const MAX_NAME = 60;

/**
 * Names the rows of a table, worst first: "/theme.css, cdn.example.com/app.js and 4 more". Returns "" if no row has a name.
 * `total`: number of all rows; `items` holds the first of them.
 */
export function named(items: readonly Item[], total: number): string {
  const names = [...new Set(items.map(nameOf).filter(Boolean))].slice(0, MAX_NAMED);
  const more = total - items.filter((item) => names.includes(nameOf(item))).length;
  if (names.length === 0) return "";
  return more > 0 ? `${names.join(", ")} and ${more.toLocaleString("en-US")} more` : names.join(", ");
}

/** Formats a count with names: "2 files (/theme.css, /app.js)". */
export function countNamed(items: readonly Item[], total: number, one: string, many = `${one}s`): string {
  const names = named(items, total);
  return count(total, one, many) + (names && ` (${names})`);
}

/** Keeps the end of long paths and selectors, because that is where they differ. */
function nameOf({ url, label, selector, own }: Item): string {
  const address = URL.parse(url);
  const name = address ? `${own ? "" : address.host}${address.pathname}` : url || selector || label;
  return name.length <= MAX_NAME ? name : `…${name.slice(1 - MAX_NAME)}`;
}

/** Returns the first rows without empty fields. */
export function shownItems(items: readonly Item[]): Record<string, unknown>[] {
  return items.slice(0, 5).map((item) =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([key, value]) => key !== "own" && value !== 0 && value !== "")
        .map(([key, value]) => [key, typeof value === "number" ? Math.round(value) : value]),
    ),
  );
}
