// Decides whether a screenshot that people accepted on a branch counts on the main branch. Pure, based on the entries of both.
import type { IsMerged } from "./mergedPulls.ts";
import { byPerson } from "./protection.ts";

/** The decision that made a screenshot a baseline. `by`: a user's e-mail address, or `key <name>`. */
export type Decision = {
  versionId: string;
  branch: string;
  by: string;
  at: Date;
  prNumber: number | null;
  commitSha: string | null;
};

/** One entry of a baseline's history, with the fields needed for the decision. */
export type Entry = {
  _id: string;
  picture: { pixelSha256: string };
  how: "baseline_run" | "approve" | "branch_merge" | "rollback";
  promotedBy: string;
  at: Date;
  fromShotId: string | null;
  previousVersionId: string | null;
  withdrawn?: boolean;
  /** The entry that its screenshot was compared with when it was accepted, of any baseline; null if there was none. */
  comparedWith?: string | null;
  commitSha?: string | null;
  prNumber?: number | null;
  person?: string | null;
  /** For an approval that moved to the main branch: the decision on the branch. */
  decision?: Decision | null;
};

/** Newest first. */
export type History<E extends Entry> = { branch: string; entries: readonly E[] };

export type Question<E extends Entry> = {
  pixelSha256: string;
  /** The result in question; an approval that it already moved counts. */
  shotId: string;
  /** The baseline of the main branch in the run's environment. */
  main: History<E>;
  /** The baseline of the reference environment, used while the main branch has none. */
  reference: readonly E[];
  /** The baselines of other branches at the same place and environment. */
  branches: readonly History<E>[];
  /** Whether the main branch is protected, so that only decisions of people count. */
  peopleOnly?: boolean;
  /** For a run with a history: whether what was accepted for a pull request is part of it. null if unknown. */
  isMerged?: IsMerged | null;
};

/** A look that was accepted before. `until`: when main's next screenshot was accepted; null if it was never main's. */
export type KnownLook = {
  decision: Decision;
  until: Date | null;
  why: "main_moved" | "replaced_on_branch" | "not_known" | "no_person" | "never_merged";
};

/**
 * `counts`: the approval of `entry` applies to main while `after` is the newest of main's own entries (null: it has none). `current`: it
 * has already moved there. `known`: an old look that no longer counts.
 */
export type Answer<E extends Entry> =
  | { kind: "counts"; entry: E; decision: Decision; after: E | null }
  | { kind: "current"; decision: Decision }
  | { kind: "known"; look: KnownLook }
  | { kind: "unknown" };

/**
 * Decides whether an approval on a branch counts for main. It counts while main's baseline is the one that its screenshot was compared
 * with. If several branches accepted these pixels, the newest approval that counts is used.
 */
export function judgeBranchApproval<E extends Entry>(question: Question<E>): Answer<E> {
  const { pixelSha256, shotId, main, reference } = question;
  const moved = main.entries.find((entry, at) => {
    if (entry.how !== "branch_merge") return false;
    return entry.fromShotId === shotId || (at === 0 && shows(entry, pixelSha256));
  });
  if (moved) return { kind: "current", decision: decisionOf(moved, main.branch) };

  const held = isStanding(main.entries[0]) ? main.entries : reference;
  const accepted = question.branches
    .filter(({ entries: [newest] }) => isStanding(newest) && shows(newest, pixelSha256))
    .toSorted((a, b) => newestAt(b) - newestAt(a));
  const now = lookOf(held);
  for (const { branch, entries } of accepted) {
    const given = question.peopleOnly ? givenByPerson(entries) : entries;
    const [entry] = given;
    if (!entry || !now.has(baseOf(given, held)) || !isPart(question, entry)) continue;
    return { kind: "counts", entry, decision: decisionOf(entry, branch), after: main.entries[0] ?? null };
  }
  return knownLook(question, held, accepted);
}

/** Whether the pull request it was accepted for is part of the run's commit, as far as known. */
const isPart = (
  { isMerged }: Pick<Question<Entry>, "isMerged">,
  { prNumber = null, commitSha = null }: Entry,
): boolean => !isMerged || isMerged({ prNumber, commitSha });

const shows = (entry: Entry | undefined, pixelSha256: string): boolean => entry?.picture.pixelSha256 === pixelSha256;
const isStanding = (entry: Entry | undefined): boolean => entry !== undefined && entry.withdrawn !== true;
const newestAt = ({ entries }: History<Entry>): number => entries[0]?.at.getTime() ?? 0;

/** Returns the entries starting with the newest by a person that shows the current look; [] if only keys accepted that look. */
function givenByPerson<E extends Entry>(entries: readonly E[]): readonly E[] {
  const look = lookOf(entries);
  const at = entries.findIndex((entry) => look.has(entry._id) && byPerson(entry));
  return at < 0 ? [] : entries.slice(at);
}

/**
 * Returns the ids of the latest entries with the same pixels as the newest, because capturing the same pixels again changes nothing.
 * Contains null if there is no baseline.
 */
function lookOf(entries: readonly Entry[]): ReadonlySet<string | null | undefined> {
  const [newest] = entries;
  if (!newest || !isStanding(newest)) return new Set([null]);
  const other = entries.findIndex((one) => !isStanding(one) || !shows(one, newest.picture.pixelSha256));
  return new Set(entries.slice(0, other < 0 ? entries.length : other).map(({ _id }) => _id));
}

/**
 * Returns the entry of main that a branch's accepted screenshots are based on: the branch's second screenshot was compared with its first,
 * and that one with main's. null: there was none. undefined: unknown, as for entries of earlier versions whose results are gone and that
 * are older than main's history.
 */
function baseOf(entries: readonly Entry[], held: readonly Entry[]): string | null | undefined {
  const own = new Map(entries.map((entry) => [entry._id, entry]));
  let entry = entries[0];
  // Each step goes to an older entry of the branch. A cycle in damaged data ends as unknown.
  for (let step = 0; entry && step <= entries.length; step++) {
    const known = entry.comparedWith;
    if (known !== undefined && (known === null || !own.has(known))) return known;
    const before = own.get(known ?? entry.previousVersionId ?? "");
    if (known === undefined && !isStanding(before)) return standingAt(held, entry.at);
    entry = before;
  }
  return undefined;
}

/** Returns main's baseline at that time. */
function standingAt(held: readonly Entry[], at: Date): string | undefined {
  const found = held.find((entry) => entry.at <= at);
  return found && isStanding(found) ? found._id : undefined;
}

function knownLook<E extends Entry>(
  { pixelSha256, main, branches, isMerged }: Question<E>,
  held: readonly E[],
  accepted: readonly History<E>[],
): Answer<E> {
  const at = held.findIndex((entry, index) => index > 0 && !entry.withdrawn && shows(entry, pixelSha256));
  const [old, next] = [held[at], held[at - 1]];
  if (old && next) {
    const decision = decisionOf(old, main.branch);
    return { kind: "known", look: { decision, until: next.at, why: "main_moved" } };
  }
  const [first] = accepted;
  const [newest] = first?.entries ?? [];
  if (first && newest) {
    const base = baseOf(first.entries, held);
    const standing = base === undefined ? "not_known" : lookOf(held).has(base) ? "no_person" : "main_moved";
    const why = isPart({ isMerged }, newest) ? standing : "never_merged";
    return { kind: "known", look: { decision: decisionOf(newest, first.branch), until: null, why } };
  }
  const older = branches
    .flatMap(({ branch, entries }) => entries.map((entry) => ({ branch, entry })))
    .filter(({ entry }) => !entry.withdrawn && shows(entry, pixelSha256))
    .toSorted((a, b) => b.entry.at.getTime() - a.entry.at.getTime())[0];
  if (!older) return { kind: "unknown" };
  const decision = decisionOf(older.entry, older.branch);
  return { kind: "known", look: { decision, until: null, why: "replaced_on_branch" } };
}

/** Returns the decision that an entry is based on. `branch`: the branch of its baseline. */
export function decisionOf(entry: Entry, branch: string): Decision {
  if (entry.decision) return entry.decision;
  const { _id: versionId, at, prNumber = null, commitSha = null } = entry;
  return { versionId, branch, by: entry.person ?? entry.promotedBy, at, prNumber, commitSha };
}
