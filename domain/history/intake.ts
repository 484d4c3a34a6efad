// Validates the history that a caller sends. An invalid row is left out and reported in a sentence.
import { plural } from "../text.ts";
import { circles } from "./circles.ts";
import type { HistoryRow } from "./commit.ts";

/** Maximum number of rows per request. Clients send no more, and the rest is older. */
export const MAX_ROWS = 5_000;
/** Maximum number of parents; people do not create larger octopus merges. */
export const MAX_PARENTS = 100;

const SHA = /^(?:[\da-f]{40}|[\da-f]{64})$/;
const MAX_NUMBER = 2_147_483_647;

/** `left`: a clause for each kind of row that was left out, such as "2 rows without a full commit or parent id". */
export type Intake = { rows: HistoryRow[]; left: string[] };

/** Returns the valid rows of a history, newest first, each commit once, in lower case. Never throws. */
export function readHistory(given: readonly unknown[]): Intake {
  const rows = new Map<string, HistoryRow>();
  let malformed = 0;
  let crowded = 0;
  let twice = 0;
  for (const one of given.slice(0, MAX_ROWS)) {
    const row = rowOf(one);
    if (row === null) malformed++;
    else if (row[1].length > MAX_PARENTS) crowded++;
    else if (rows.has(row[0])) twice++;
    else rows.set(row[0], row);
  }
  const around = circles(new Map([...rows.values()].map(([sha, parents]) => [sha, parents])));
  const left: [number, string, string][] = [
    [Math.max(0, given.length - MAX_ROWS), "row", `rows beyond the first ${MAX_ROWS.toLocaleString("en-US")}`],
    [malformed, "row without a full commit or parent id", "rows without a full commit or parent id"],
    [crowded, `row with more than ${MAX_PARENTS} parents`, `rows with more than ${MAX_PARENTS} parents`],
    [twice, "second row of a commit", "second rows of commits"],
    [around.size, "commit that is its own ancestor", "commits that are their own ancestors"],
  ];
  return {
    rows: [...rows.values()].filter(([sha]) => !around.has(sha)),
    left: left.flatMap(([count, one, many]) => (count > 0 ? [plural(count, one, many)] : [])),
  };
}

/** Example: "The history is incomplete. Skipped: 2 second rows of commits."; null if nothing was left out. */
export function leftOutSentence(left: readonly string[]): string | null {
  if (left.length === 0) return null;
  return `The history is incomplete. Skipped: ${left.join(", ")}.`;
}

/** Whether the text is a full commit id. */
export const isSha = (text: string): boolean => SHA.test(text);

function rowOf(given: unknown): HistoryRow | null {
  if (!Array.isArray(given)) return null;
  const [sha, parents, pr = null] = given as unknown[];
  const id = shaOf(sha);
  if (id === null || !Array.isArray(parents)) return null;
  const ids = parents.map(shaOf);
  if (ids.includes(null)) return null;
  const number = Number.isSafeInteger(pr) && (pr as number) > 0 && (pr as number) <= MAX_NUMBER ? (pr as number) : null;
  return [id, [...new Set(ids as string[])], number];
}

function shaOf(given: unknown): string | null {
  const id = typeof given === "string" ? given.toLowerCase() : "";
  return isSha(id) ? id : null;
}
