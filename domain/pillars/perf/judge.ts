// What the checks share: judging every run, and the words for figures.
import type { CheckResult, Outcome } from "../../audit/finding.ts";
import type { AuditFacts, Item, PerfFacts, RunFacts } from "./facts.ts";
import type { Threshold } from "./thresholds.ts";

const MILDEST_FIRST: readonly Outcome[] = ["inapplicable", "passed", "review", "warning", "failed"];

/**
 * Judges each run and answers what most of them say, so that a figure near a border does not make findings come and go
 * (of an even number, the milder half decides). The words are those of the run nearest to the medians, if it agrees.
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

/** Judges the runs by one audit of Lighthouse. A run in which that audit does not apply, or broke, has nothing to say. */
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

/** `passed` below both borders. */
export function outcomeOf(value: number, { warning, failed }: Threshold): "failed" | "warning" | "passed" {
  if (value >= failed) return "failed";
  return value >= warning ? "warning" : "passed";
}

/** The worse of two. */
export function worse<T extends Outcome>(a: T, b: T): T {
  return MILDEST_FIRST.indexOf(a) >= MILDEST_FIRST.indexOf(b) ? a : b;
}

/** "43 KiB", "2.1 MiB". */
export function size(bytes: number): string {
  const kib = bytes / 1_024;
  return kib < 1_024
    ? `${Math.max(1, Math.round(kib)).toLocaleString("en-US")} KiB`
    : `${(kib / 1_024).toFixed(1)} MiB`;
}

/** "1,234 ms". */
export function ms(value: number): string {
  return `${Math.round(value).toLocaleString("en-US")} ms`;
}

/** "one file", "3 files". */
export function count(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `one ${one}` : `${number.toLocaleString("en-US")} ${many}`;
}

/** Files or elements that a sentence names; the evidence holds more. */
const MAX_NAMED = 3;
const MAX_NAME = 60;

/**
 * The rows of a table by name, worst first: "/theme.css, cdn.example.com/app.js and 4 more". "" where no row has a name.
 * `total`: rows in all, of which the items are the first.
 */
export function named(items: readonly Item[], total: number): string {
  const names = [...new Set(items.map(nameOf).filter(Boolean))].slice(0, MAX_NAMED);
  const more = total - items.filter((item) => names.includes(nameOf(item))).length;
  if (names.length === 0) return "";
  return more > 0 ? `${names.join(", ")} and ${more.toLocaleString("en-US")} more` : names.join(", ");
}

/** Counted and named: "2 files (/theme.css, /app.js)". */
export function countNamed(items: readonly Item[], total: number, one: string, many = `${one}s`): string {
  const names = named(items, total);
  return count(total, one, many) + (names && ` (${names})`);
}

/** What tells files apart is the end of their path; what tells elements apart is the end of their selector. */
function nameOf({ url, label, selector, own }: Item): string {
  const address = URL.parse(url);
  const name = address ? `${own ? "" : address.host}${address.pathname}` : url || selector || label;
  return name.length <= MAX_NAME ? name : `…${name.slice(1 - MAX_NAME)}`;
}

/** The rows that people look at first, without what is empty. */
export function shownItems(items: readonly Item[]): Record<string, unknown>[] {
  return items.slice(0, 5).map((item) =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([key, value]) => key !== "own" && value !== 0 && value !== "")
        .map(([key, value]) => [key, typeof value === "number" ? Math.round(value) : value]),
    ),
  );
}
