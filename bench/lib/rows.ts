// Table rows that compare Plumbline with a peer.
import { median, p95 } from "./stats.ts";

/** Column heads for the rows of `besidePeer`. */
export const peerHeads = (what: string, peer: string): string[] => [
  what,
  "plumbline ms",
  "p95",
  `${peer} ms`,
  "p95",
  "ratio",
  "bar",
  "",
];

/** Returns medians and p95 of both sides in ms, the ratio of the medians, and whether it is within the limit. */
export function besidePeer(what: string, ours: number[], theirs: number[], bar: number): string[] {
  const ratio = median(ours) / median(theirs);
  const ms = [median(ours), p95(ours), median(theirs), p95(theirs)].map((n) => String(Math.round(n)));
  return [what, ...ms, ratio.toFixed(2), `≤ ${bar}`, verdict(ratio, bar)];
}

export const verdict = (measured: number, bar: number): string => (measured <= bar ? "met" : "missed");
