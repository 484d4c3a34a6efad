// What waits for a person, as one list: requests for a review, conversations, problems.
import type { WaitKind } from "./thread.ts";

export const WAITING_KINDS = ["review", "mention", "reply", "problem"] as const satisfies readonly (
  | WaitKind
  | "review"
  | "problem"
)[];
export type WaitingKind = (typeof WAITING_KINDS)[number];

export type WaitingItem = {
  kind: WaitingKind;
  /** Of the request, the conversation or the problem. */
  id: string;
  at: Date;
  /** Who asked, mentioned or answered; null: nobody is known. */
  by: string | null;
  projectId: string;
  title: string;
  /** What they wrote; "" where they wrote nothing. */
  text: string;
  runId: string | null;
  /** The screenshot's number in the run. */
  shot: number | null;
};

/** Of one list: who has more to do is not helped by more. */
export const MAX_WAITING = 200;

/** People first, who wait for an answer, then problems; each the newest first. */
export function orderedWaiting(items: readonly WaitingItem[]): WaitingItem[] {
  const isProblem = ({ kind }: WaitingItem) => (kind === "problem" ? 1 : 0);
  return items
    .toSorted((a, b) => isProblem(a) - isProblem(b) || b.at.getTime() - a.at.getTime() || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_WAITING);
}
