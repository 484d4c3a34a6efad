// Helpers for showing proofs of tickets.
import type { AppProofs } from "../../../../api/endpoints/answers/app/proofs.ts";

type Row = Pick<AppProofs["proofs"][number], "status" | "verdict">;

/** Returns the props of `Status` for a proof: its verdict if there is one, else its status. */
export function proofLook({ status, verdict }: Row): { status: string; word?: string } {
  if (verdict === "proven") return { status: "proven" };
  if (verdict === "failed") return { status: "failed", word: "Not proven" };
  return status === "failed" ? { status: "error" } : { status };
}

export const isOpen = ({ status }: Row): boolean => status === "queued" || status === "running";

const KEY = /^[A-Za-z][A-Za-z0-9_]*-\d+$|^#?\d+$/;

/** Interprets pasted text: a bare key is looked up in the ticket system, anything else is the ticket itself. */
export function wishOf(pasted: string): { issueKey: string } | { text: string } {
  const text = pasted.trim();
  return KEY.test(text) ? { issueKey: text } : { text };
}

/** Returns the value if it is a string, else "", because ticket data is untrusted. */
export const wordsOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the title without the key, which is shown beside it. */
export const titleOf = ({ issueKey, title }: { issueKey: string; title: string }): string =>
  (title.startsWith(issueKey) ? title.slice(issueKey.length).replace(/^[\s:\]–-]+/, "") : title) || title;
