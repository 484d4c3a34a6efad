// Verdict of a row of the reads benchmark against its limit.

/** `refused`: the response was 4xx, so its time is not that of the requested work. */
export type Verdict = "met" | "missed" | "refused";

/** `status`: of a failed response, or else 200; 0 if there was no response. */
export function verdictOf({ status, ms, bar }: { status: number; ms: number; bar: number }): Verdict {
  if (status >= 400 && status < 500) return "refused";
  return status >= 200 && status < 400 && ms <= bar ? "met" : "missed";
}
