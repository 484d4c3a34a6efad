// The list of problems of one pillar on one branch, packed into one text: what lists sort and filter by, without their texts and places.
import { SEVERITIES, type Severity } from "../words/severities.ts";
import { PROBLEM_KINDS, PROBLEM_STATUSES, type ProblemState } from "./problem.ts";

/** `acceptedUntil`: of one that its results accept, in ms since 1970; null: no end. */
export type Entry = Pick<ProblemState, "severity" | "kind" | "status"> & {
  id: string;
  priority: number;
  acceptedUntil: number | null;
};

/** Entries that stand in the list itself; the rest stands apart, and is read only where it is asked for. */
export const FIRST_ENTRIES = 500;

/** Entries of one text that are kept, the highest priority first. */
export const MAX_ENTRIES = 50_000;

const PREFIX = "pbm_";
const HASH = 32;
const RADIX = 36;

export function entryOf({
  _id: id,
  severity,
  kind,
  status,
  priority,
  accepted,
}: Pick<ProblemState, "severity" | "kind" | "status" | "accepted"> & { _id: string; priority: number }): Entry {
  return { id, severity, kind, status, priority, acceptedUntil: accepted?.until?.getTime() ?? null };
}

/** The highest priority first; of one priority by id. */
export const byPriority = (a: Place, b: Place): number => b.priority - a.priority || (a.id < b.id ? -1 : 1);

/** Where one stands in a list. */
export type Place = { priority: number; id: string };

/** One a line: the hash of its id, a letter each for status, severity and kind, ten times its priority, and when an acceptance ends. */
export function packEntries(entries: readonly Entry[], most = MAX_ENTRIES): string {
  const first = entries.toSorted(byPriority).slice(0, most);
  return first.map(lineOf).join("\n");
}

/** How many there are, by severity and status. */
export type EntryCounts = Partial<Record<Severity, Partial<Record<Entry["status"], number>>>>;

export function countEntries(entries: readonly Pick<Entry, "severity" | "status">[]): EntryCounts {
  const counts: EntryCounts = {};
  for (const { severity, status } of entries) {
    const own = counts[severity] ?? {};
    counts[severity] = { ...own, [status]: (own[status] ?? 0) + 1 };
  }
  return counts;
}

function lineOf({ id, status, severity, kind, priority, acceptedUntil }: Entry): string {
  const letters = [PROBLEM_STATUSES.indexOf(status), SEVERITIES.indexOf(severity), PROBLEM_KINDS.indexOf(kind)];
  const figures = [Math.round(priority * 10), ...(acceptedUntil === null ? [] : [acceptedUntil])];
  return `${id.slice(PREFIX.length)}${letters.join("")}${figures.map((one) => one.toString(RADIX)).join(" ")}`;
}

/** In the order in which they were packed. */
export function unpackEntries(text: string): Entry[] {
  return text === "" ? [] : text.split("\n").map(entryIn);
}

function entryIn(line: string): Entry {
  const [priority = "", until] = line.slice(HASH + 3).split(" ");
  return {
    id: PREFIX + line.slice(0, HASH),
    status: (PROBLEM_STATUSES[Number(line[HASH])] ?? "ongoing") as Entry["status"],
    severity: SEVERITIES[Number(line[HASH + 1])] ?? "info",
    kind: PROBLEM_KINDS[Number(line[HASH + 2])] ?? "failed",
    priority: Number.parseInt(priority, RADIX) / 10,
    acceptedUntil: until === undefined ? null : Number.parseInt(until, RADIX),
  };
}
