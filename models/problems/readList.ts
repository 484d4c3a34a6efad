// Returns a page of the problems of a branch, highest priority first, and the number of problems per status.
import { byPriority, type Entry, type EntryCounts, type Place, unpackEntries } from "../../domain/problems/entries.ts";
import { statusWith } from "../../domain/problems/people.ts";
import { PROBLEM_STATUSES, type ProblemStatus } from "../../domain/problems/problem.ts";
import { SEVERITIES, type Severity } from "../../domain/words/severities.ts";
import type { Models } from "../index.ts";
import type { ProblemList } from "./list.ts";
import { listsOn, wholeOf } from "./lists.ts";
import { entriesNamed } from "./listTexts.ts";
import { type Decision, decisionsOn, type ProblemPlace } from "./queries.ts";
import type { ProblemLine } from "./shelf.ts";

/** A problem with the fields that lists sort and filter by, and its current status. */
export type Listed = Omit<Entry, "status"> & Pick<ProblemLine, "pillar" | "environmentId"> & { status: ProblemStatus };

export type StatusCounts = Record<ProblemStatus, number>;

/**
 * `fixed`: only fixed problems. `severities`: all by default. `fits`: an additional filter; what it leaves out is still counted. `among`:
 * ids to return and count; null means all. `text`: only problems whose title or sentence contains it.
 */
export type ListWanted = {
  fixed: boolean;
  severities?: readonly Severity[] | undefined;
  among: ((id: string) => boolean) | null;
  text?: string | undefined;
  fits(one: Listed): boolean;
  after: Place | null;
  limit: number;
};

/** `now` determines which decisions are still in force. Most pages are within the first entries of each list; all entries are read only if not. */
export async function readList(
  models: Models,
  { projectId, line, environmentId, pillars }: ProblemPlace,
  now: Date,
  wanted: ListWanted,
): Promise<{ found: Listed[]; counts: StatusCounts }> {
  const [stored, decisions] = await Promise.all([
    listsOn(models, projectId, line),
    decisionsOn(models, projectId, [line]),
  ]);
  const isHere = (one: Pick<ProblemLine, "pillar" | "environmentId">): boolean =>
    (environmentId === undefined || (one.environmentId ?? null) === environmentId) &&
    (pillars === undefined || pillars.includes(one.pillar));
  const lists = stored.filter(isHere);
  const listed = (list: ProblemList, entries: readonly Entry[]): Listed[] =>
    entries.map((entry) => ({
      ...entry,
      pillar: list.pillar,
      environmentId: list.environmentId ?? null,
      status: statusNow(entry, decisions.get(entry.id), now),
    }));
  if (!wanted.fixed && wanted.among === null && wanted.text === undefined) {
    const first = lists.map((list) => listed(list, unpackEntries(list.first)));
    const found = firstOf(lists, first, wanted);
    if (found) {
      const decided = [...decisions.values()].filter(isHere);
      return { found, counts: storedCounts(lists, decided, now, wanted.severities) };
    }
  }
  const { severities, among } = wanted;
  const whole = await Promise.all(
    lists.map(async (list) => {
      const asked = (await entriesOf(models, list, wanted)).filter(
        ({ id, severity }) => isAmong(severity, severities) && (among === null || among(id)),
      );
      return listed(list, asked);
    }),
  );
  const all = whole.flat();
  const counts = noCounts();
  for (const { status } of all) counts[status] += 1;
  return { found: pageOf(all, wanted), counts };
}

/** Returns the entries of a list that match the request. */
async function entriesOf(models: Models, list: ProblemList, { fixed, text }: ListWanted): Promise<Entry[]> {
  if (text !== undefined) return entriesNamed(models, list, !fixed, text);
  const whole = await wholeOf(models, list);
  return fixed ? whole.fixed : whole.open;
}

/** Returns null if problems outside the first entries may sort before the last one of the page. */
function firstOf(lists: readonly ProblemList[], first: readonly Listed[][], wanted: ListWanted): Listed[] | null {
  const [horizon = null] = lists
    .flatMap(({ more }, index) => (more ? (first[index]?.slice(-1) ?? []) : []))
    .sort(byPriority);
  const known = horizon ? first.flat().filter((one) => byPriority(one, horizon) < 0 || one === horizon) : first.flat();
  const found = pageOf(
    known.filter(({ severity }) => isAmong(severity, wanted.severities)),
    wanted,
  );
  return horizon === null || found.length === wanted.limit ? found : null;
}

const pageOf = (all: readonly Listed[], { fits, after, limit }: ListWanted): Listed[] =>
  all
    .filter((one) => (after === null || comesAfter(one, after)) && fits(one))
    .sort(byPriority)
    .slice(0, limit);

const isAmong = (severity: Severity, severities: readonly Severity[] = SEVERITIES): boolean =>
  severities.includes(severity);

const comesAfter = (one: Place, { priority, id }: Place): boolean =>
  one.priority < priority || (one.priority === priority && one.id > id);

export const noCounts = (): StatusCounts =>
  Object.fromEntries(PROBLEM_STATUSES.map((status) => [status, 0])) as StatusCounts;

/** Returns the counts written by runs, adjusted by what people decided and by acceptances that expired. */
function storedCounts(
  lists: readonly ProblemList[],
  decided: readonly Decision[],
  now: Date,
  severities: readonly Severity[] = SEVERITIES,
): StatusCounts {
  const counts = noCounts();
  for (const list of lists) {
    const own = JSON.parse(list.counts) as EntryCounts;
    for (const severity of severities) addUp(counts, own[severity] ?? {});
  }
  const move = (from: ProblemStatus, to: ProblemStatus) => {
    counts[from] -= 1;
    counts[to] += 1;
  };
  const people = new Set(decided.map(({ _id }) => _id));
  for (const one of decided)
    if (one.status !== "fixed" && isAmong(one.severity, severities)) move(one.status, statusWith(one, one, now));
  for (const entry of lists.flatMap(({ accepted }) => unpackEntries(accepted)))
    if (!people.has(entry.id) && isAmong(entry.severity, severities))
      move(entry.status, statusNow(entry, undefined, now));
  return counts;
}

function addUp(counts: StatusCounts, own: Partial<Record<ProblemStatus, number>>): void {
  for (const status of PROBLEM_STATUSES) counts[status] += own[status] ?? 0;
}

function statusNow(entry: Entry, decision: Decision | undefined, now: Date): ProblemStatus {
  // Nearly always: nobody decided anything.
  if (decision === undefined && entry.status !== "accepted") return entry.status;
  const until = entry.acceptedUntil === null ? null : new Date(entry.acceptedUntil);
  const accepted = entry.status === "accepted" ? { by: "", reason: null, until } : null;
  const { placeCount = 0, snooze = null, acceptance = null } = decision ?? {};
  return statusWith({ status: entry.status, placeCount, accepted }, { snooze, acceptance }, now);
}
