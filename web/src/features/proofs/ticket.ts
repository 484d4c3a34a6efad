// Proofs of tickets as the screens show them.
import type { AppProofs } from "../../../../api/endpoints/answers/app/proofs.ts";

type Row = Pick<AppProofs["proofs"][number], "status" | "verdict">;

/** What `Status` shows of a proof: its verdict once there is one. */
export function proofLook({ status, verdict }: Row): { status: string; word?: string } {
  if (verdict === "proven") return { status: "proven" };
  if (verdict === "failed") return { status: "failed", word: "Not proven" };
  return status === "failed" ? { status: "error" } : { status };
}

export const isOpen = ({ status }: Row): boolean => status === "queued" || status === "running";

const KEY = /^[A-Za-z][A-Za-z0-9_]*-\d+$|^#?\d+$/;

/** What was pasted: a key alone is looked up in the ticket system, everything else is the ticket itself. */
export function wishOf(pasted: string): { issueKey: string } | { text: string } {
  const text = pasted.trim();
  return KEY.test(text) ? { issueKey: text } : { text };
}

/** The ticket's words are text of somebody else: only what is text is shown. */
export const wordsOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The title without the key, which stands beside it. */
export const titleOf = ({ issueKey, title }: { issueKey: string; title: string }): string =>
  (title.startsWith(issueKey) ? title.slice(issueKey.length).replace(/^[\s:\]–-]+/, "") : title) || title;
