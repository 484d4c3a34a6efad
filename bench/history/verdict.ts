// How a row of the reads came out against its bar.

/** `refused`: answered with 4xx, whose time is no time of the work that was asked for. */
export type Verdict = "met" | "missed" | "refused";

/** `status`: of an answer that went wrong, or 200; 0: none came. */
export function verdictOf({ status, ms, bar }: { status: number; ms: number; bar: number }): Verdict {
  if (status >= 400 && status < 500) return "refused";
  return status >= 200 && status < 400 && ms <= bar ? "met" : "missed";
}
