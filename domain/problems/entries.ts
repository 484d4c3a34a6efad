// Packs the problems of one pillar on one branch into one text: the fields that lists sort and filter by, without texts and places.
import { SEVERITIES, type Severity } from "../words/severities.ts";
import { PROBLEM_KINDS, PROBLEM_STATUSES, type ProblemState } from "./problem.ts";

/**
 * Times are in ms since 1970. `acceptedUntil`: end of an acceptance by the results; null if it has no end. `fixedAt`: null unless the
 * problem is fixed.
 */
export type Entry = Pick<ProblemState, "severity" | "kind" | "status"> & {
  id: string;
  priority: number;
  acceptedUntil: number | null;
  fixedAt: number | null;
};

/** Number of entries stored in the list itself; the others are stored separately and only read when requested. */
export const FIRST_ENTRIES = 500;

/** Maximum number of entries per text, highest priority first. */
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

/** Sorts by priority, highest first, then by id. */
export const byPriority = (a: Place, b: Place): number => b.priority - a.priority || (a.id < b.id ? -1 : 1);

/** Position in a list. */
export type Place = { priority: number; id: string };

/** Packs entries, one per line. */
export function packEntries(entries: readonly Entry[], most = MAX_ENTRIES): string {
  const first = entries.toSorted(byPriority).slice(0, most);
  return first.map(packEntry).join("\n");
}

/** Number of problems by severity and status. */
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
 * Packs an entry: the hash of its id, a letter each for status, severity and kind, ten times its priority, the end of an acceptance, and
 * the time of its fix. Trailing nulls are omitted.
 */
export function packEntry({ id, status, severity, kind, priority, acceptedUntil, fixedAt }: Entry): string {
  const letters = [PROBLEM_STATUSES.indexOf(status), SEVERITIES.indexOf(severity), PROBLEM_KINDS.indexOf(kind)];
  const figures = [Math.round(priority * 10), acceptedUntil, fixedAt].map((one) => one?.toString(RADIX) ?? UNKNOWN);
  return `${id.slice(PREFIX.length)}${letters.join("")}${figures.join(" ").replace(UNKNOWN_AT_END, "")}`;
}

/** Returns the entries in the order in which they were packed. */
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
