// The list of problems of one pillar on one branch, packed into one text: what lists sort and filter by, without their texts and places.
import { SEVERITIES, type Severity } from "../words/severities.ts";
import { PROBLEM_KINDS, PROBLEM_STATUSES, type ProblemState } from "./problem.ts";

/** In ms since 1970. `acceptedUntil`: of one that its results accept; null: no end. `fixedAt`: null unless it is fixed. */
export type Entry = Pick<ProblemState, "severity" | "kind" | "status"> & {
  id: string;
  priority: number;
  acceptedUntil: number | null;
  fixedAt: number | null;
};

/** Entries that stand in the list itself; the rest stands apart, and is read only where it is asked for. */
export const FIRST_ENTRIES = 500;

/** Entries of one text that are kept, the highest priority first. */
export const MAX_ENTRIES = 50_000;

const PREFIX = "pbm_";
const HASH = 32;
const RADIX = 36;
const UNKNOWN = "-";
const UNKNOWN_AT_END = /(?: -)+$/;

export function entryOf({
  _id: id,
  severity,
  kind,
  status,
  priority,
  accepted,
  fixedIn,
}: Pick<ProblemState, "severity" | "kind" | "status" | "accepted" | "fixedIn"> & {
  _id: string;
  priority: number;
}): Entry {
  const acceptedUntil = accepted?.until?.getTime() ?? null;
  return { id, severity, kind, status, priority, acceptedUntil, fixedAt: fixedIn?.at.getTime() ?? null };
}

/** The highest priority first; of one priority by id. */
export const byPriority = (a: Place, b: Place): number => b.priority - a.priority || (a.id < b.id ? -1 : 1);

/** Where one stands in a list. */
export type Place = { priority: number; id: string };

/** One a line. */
export function packEntries(entries: readonly Entry[], most = MAX_ENTRIES): string {
  const first = entries.toSorted(byPriority).slice(0, most);
  return first.map(packEntry).join("\n");
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

/**
 * The hash of its id, a letter each for status, severity and kind, ten times its priority, when an acceptance ends, and when it was fixed.
 * What is null at the end of a line is left out.
 */
export function packEntry({ id, status, severity, kind, priority, acceptedUntil, fixedAt }: Entry): string {
  const letters = [PROBLEM_STATUSES.indexOf(status), SEVERITIES.indexOf(severity), PROBLEM_KINDS.indexOf(kind)];
  const figures = [Math.round(priority * 10), acceptedUntil, fixedAt].map((one) => one?.toString(RADIX) ?? UNKNOWN);
  return `${id.slice(PREFIX.length)}${letters.join("")}${figures.join(" ").replace(UNKNOWN_AT_END, "")}`;
}

/** In the order in which they were packed. */
export function unpackEntries(text: string): Entry[] {
  return text === "" ? [] : text.split("\n").map(unpackEntry);
}

export function unpackEntry(line: string): Entry {
  const [priority = "", until, fixedAt] = line.slice(HASH + 3).split(" ");
  return {
    id: PREFIX + line.slice(0, HASH),
    status: (PROBLEM_STATUSES[Number(line[HASH])] ?? "ongoing") as Entry["status"],
    severity: SEVERITIES[Number(line[HASH + 1])] ?? "info",
    kind: PROBLEM_KINDS[Number(line[HASH + 2])] ?? "failed",
    priority: Number.parseInt(priority, RADIX) / 10,
    acceptedUntil: timeIn(until),
    fixedAt: timeIn(fixedAt),
  };
}

const timeIn = (figure: string | undefined): number | null =>
  figure === undefined || figure === UNKNOWN ? null : Number.parseInt(figure, RADIX);
