// One list of everything that waits for a person: review requests, conversations, problems.
import type { WaitKind } from "./thread.ts";

export const WAITING_KINDS = ["review", "mention", "reply", "problem"] as const satisfies readonly (
  | WaitKind
  | "review"
  | "problem"
)[];
export type WaitingKind = (typeof WAITING_KINDS)[number];

export type WaitingItem = {
  kind: WaitingKind;
  /** Id of the request, conversation or problem. */
  id: string;
  at: Date;
  /** Who asked, mentioned or replied; null if unknown. */
  by: string | null;
  projectId: string;
  title: string;
  /** The person's message; "" if there is none. */
  text: string;
  runId: string | null;
  /** Number of the screenshot in the run. */
  shot: number | null;
};

/** Maximum length of the list. A longer one would not help anyone who has this much to do. */
export const MAX_WAITING = 200;

/** Returns the list: first what people wait for, then problems; each newest first. `more`: whether there is more than it shows. */
export function waitingList(items: readonly WaitingItem[]): { items: WaitingItem[]; more: boolean } {
  const isProblem = ({ kind }: WaitingItem) => (kind === "problem" ? 1 : 0);
  const sorted = items.toSorted(
    (a, b) => isProblem(a) - isProblem(b) || b.at.getTime() - a.at.getTime() || (a.id < b.id ? -1 : 1),
  );
  return { items: sorted.slice(0, MAX_WAITING), more: sorted.length > MAX_WAITING };
}
