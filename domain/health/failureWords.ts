// What failed in a run, in the few words that stand beside a score. Pure.
import type { AuditSummary } from "../audit/summary.ts";
import { plural, truncate } from "../text.ts";

/** Counts of results, the summary of an audit, or that of a full audit, which has parts instead. */
type Judged = { type: string; verdict: "pass" | "fail" | null; summary: object | null };

const LONGEST = 200;

/** "2 of 8 scenarios failed"; null: the run passed, or says nothing of it. Older functional runs have counts and no verdict. */
export function failureWords({ type, verdict, summary }: Judged): string | null {
  if (summary === null) return null;
  if ("reasons" in summary) {
    const { verdict: judged, reasons } = summary as AuditSummary;
    if (judged !== "fail" && verdict !== "fail") return null;
    return truncate((reasons[0] ?? "see its findings").replace(/\.$/, ""), LONGEST);
  }
  const { total = 0, failed = 0 } = summary as { total?: number; failed?: number };
  if (verdict === "pass" || failed === 0) return null;
  const things = plural(total, type === "frt-test" ? "scenario" : "screenshot");
  return `${failed} of ${things} ${type === "frt-test" ? "failed" : "changed"}`;
}
