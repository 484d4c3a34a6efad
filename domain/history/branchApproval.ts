// Whether a picture that people accepted on a branch counts on the main branch: a pure decision over the entries of both.
import type { IsMerged } from "./mergedPulls.ts";
import { byPerson } from "./protection.ts";

/** Whose decision made a picture a baseline. `by`: a user's e-mail, or `key <name>`. */
export type Decision = {
  versionId: string;
  branch: string;
  by: string;
  at: Date;
  prNumber: number | null;
  commitSha: string | null;
};

/** One entry of a baseline's history, as far as the decision needs it. */
export type Entry = {
  _id: string;
  picture: { pixelSha256: string };
  how: "baseline_run" | "approve" | "branch_merge" | "rollback";
  promotedBy: string;
  at: Date;
  fromShotId: string | null;
  previousVersionId: string | null;
  withdrawn?: boolean;
  /** The entry that its picture was compared with when it was accepted, of whichever baseline; null: there was none. */
  comparedWith?: string | null;
  commitSha?: string | null;
  prNumber?: number | null;
  person?: string | null;
  /** Of an approval that moved to the main branch: the decision on the branch. */
  decision?: Decision | null;
};

/** Newest first. */
export type History<E extends Entry> = { branch: string; entries: readonly E[] };

export type Question<E extends Entry> = {
  pixelSha256: string;
  /** The result that asks: an approval that it moved already counts. */
  shotId: string;
  /** The baseline of the main branch in the run's environment. */
  main: History<E>;
  /** The one that stands in for it while it has none: of the reference environment. */
  reference: readonly E[];
  /** The baselines of other branches in the same place and environment. */
  branches: readonly History<E>[];
  /** The main branch is protected: only what people accepted counts. */
  peopleOnly?: boolean;
  /** Of a run with a history: whether what was accepted for a pull request is part of it. Null: nobody knows. */
  isMerged?: IsMerged | null;
};

/** A look that was accepted once. `until`: when main's next picture came; null: it never was main's. */
export type KnownLook = {
  decision: Decision;
  until: Date | null;
  why: "main_moved" | "replaced_on_branch" | "not_known" | "no_person" | "never_merged";
};

/**
 * `counts`: the approval of `entry` holds on main while `after` is the newest of main's own entries (null: it has none).
 * `current`: it has moved there already. `known`: an old look, which counts no more.
 */
export type Answer<E extends Entry> =
  | { kind: "counts"; entry: E; decision: Decision; after: E | null }
  | { kind: "current"; decision: Decision }
  | { kind: "known"; look: KnownLook }
  | { kind: "unknown" };

/**
 * An approval counts while main's baseline is the one that its picture was compared with. Where several branches
 * accepted these pixels, the newest that counts does.
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

/** Whether the pull request that it was accepted for is part of the run's commit, as far as that is known. */
const isPart = (
  { isMerged }: Pick<Question<Entry>, "isMerged">,
  { prNumber = null, commitSha = null }: Entry,
): boolean => !isMerged || isMerged({ prNumber, commitSha });

const shows = (entry: Entry | undefined, pixelSha256: string): boolean => entry?.picture.pixelSha256 === pixelSha256;
const isStanding = (entry: Entry | undefined): boolean => entry !== undefined && entry.withdrawn !== true;
const newestAt = ({ entries }: History<Entry>): number => entries[0]?.at.getTime() ?? 0;

/** From a person's entry on that shows what the newest shows; [] where only keys accepted that look. */
function givenByPerson<E extends Entry>(entries: readonly E[]): readonly E[] {
  const look = lookOf(entries);
  const at = entries.findIndex((entry) => look.has(entry._id) && byPerson(entry));
  return at < 0 ? [] : entries.slice(at);
}

/** Entries that show what the newest shows: a capture of the same pixels moves nothing. Holds null where there is no baseline. */
function lookOf(entries: readonly Entry[]): ReadonlySet<string | null | undefined> {
  const [newest] = entries;
  if (!newest || !isStanding(newest)) return new Set([null]);
  const other = entries.findIndex((one) => !isStanding(one) || !shows(one, newest.picture.pixelSha256));
  return new Set(entries.slice(0, other < 0 ? entries.length : other).map(({ _id }) => _id));
}

/**
 * The entry of main that the acceptances of a branch began with: a branch's second picture was compared with its first,
 * and that one with main's. Null: there was none. Undefined: nobody knows, as of entries of earlier versions whose
 * results are gone and that are older than main's history.
 */
function baseOf(entries: readonly Entry[], held: readonly Entry[]): string | null | undefined {
  const own = new Map(entries.map((entry) => [entry._id, entry]));
  let entry = entries[0];
  // Each step goes to an older entry of the branch; a circle in damaged data ends with "nobody knows".
  for (let step = 0; entry && step <= entries.length; step++) {
    const known = entry.comparedWith;
    if (known !== undefined && (known === null || !own.has(known))) return known;
    const before = own.get(known ?? entry.previousVersionId ?? "");
    if (known === undefined && !isStanding(before)) return standingAt(held, entry.at);
    entry = before;
  }
  return undefined;
}

/** What main's baseline was at that time. */
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

/** Whose decision an entry rests on. `branch`: of its baseline. */
export function decisionOf(entry: Entry, branch: string): Decision {
  if (entry.decision) return entry.decision;
  const { _id: versionId, at, prNumber = null, commitSha = null } = entry;
  return { versionId, branch, by: entry.person ?? entry.promotedBy, at, prNumber, commitSha };
}
