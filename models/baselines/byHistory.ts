// Chooses the reference of each shot by the history of its run's commit: maps what was accepted to the selection, and its choices to
// reasons.
import { given } from "../../domain/given.ts";
import type { Graph } from "../../domain/history/graph.ts";
import { leavesOf } from "../../domain/history/mergeLeaves.ts";
import { countsWhereProtected } from "../../domain/history/protection.ts";
import type { Reference, ReferenceVersion } from "../../domain/history/reference.ts";
import { type Accepted, type Choice, selectReferences } from "../../domain/history/select.ts";
import { squashOf } from "../../domain/history/squashOf.ts";
import type { ChosenBaseline } from "./choose.ts";
import { type BaselinePart, partKeyOf } from "./key.ts";
import { acceptanceOf } from "./origin.ts";
import type { Baseline, BaselinePicture, BaselineVersion } from "./schema.ts";

/** What a shot is compared with. */
export type Referenced = { versionId: string; picture: BaselinePicture; reference: Reference | null };

/** The run's commit, and its branch or pull request. */
export type RunHead = { sha: string; branch: string; prNumber: number | null; mainBranch: string };

export type Known = {
  /** Environments whose baselines count; the first that has one wins. */
  environments: readonly string[];
  baselines: readonly Baseline[];
  /** All entries of those baselines. */
  versions: readonly BaselineVersion[];
  now: Date;
  /** Whether the main branch is protected: pictures that no person accepted then count only on their own branch. */
  peopleOnly?: boolean;
};

/** Maximum number of sides that the sentence about a merge of merges names. */
const MAX_SIDES = 4;

/** Returns the reference of a run without a known history. */
export function referenceOfPointer({ baseline, from }: ChosenBaseline): Reference {
  return {
    chosenBy: from,
    version: ofPointer(baseline),
    ...(from === "reference" && { ofReferenceEnvironment: true }),
  };
}

/** Returns a function that finds what a part of the run is compared with. The selection is computed once, for all places that ever had a picture. */
export function choiceByHistory(
  graph: Graph,
  head: RunHead,
  { environments, baselines, versions, now, peopleOnly = false }: Known,
): (part: BaselinePart) => Referenced | null {
  const places = new Map<string, number>();
  for (const one of baselines) {
    const key = placeOf(one.environmentId, one);
    if (!places.has(key)) places.set(key, places.size);
  }
  const owners = new Map(baselines.map((one) => [one._id, one]));
  const entries = new Map(versions.map((one) => [one._id, one]));
  const counts = (entry: BaselineVersion, { branch }: Baseline): boolean =>
    !peopleOnly || countsWhereProtected({ ...entry, branch }, { headBranch: head.branch, mainBranch: head.mainBranch });
  const accepted = acceptedOf(graph, entries, owners, places, counts);
  const own = head.branch === head.mainBranch;
  const base = own ? head.sha : baseOf(graph, head.sha, now);
  const chosen = selectReferences(graph, head, places.size, accepted);
  // What main showed at the branch point only matters if the branch shows something else.
  const beyond = chosen.some((one) => one.kind !== "none" && one.where !== "branch_point");
  const atBase = { sha: base ?? "", branch: head.mainBranch, prNumber: null, mainBranch: head.mainBranch };
  const began = own || base === null || !beyond ? null : selectReferences(graph, atBase, places.size, accepted);
  const standing = new Map(
    baselines.flatMap((one) =>
      one.branch === head.mainBranch && one.withdrawn !== true ? [[placeOf(one.environmentId, one), one] as const] : [],
    ),
  );
  const squashes = new Map<number, string | null>();

  const broughtBy = (prNumber: number): string | null => {
    const known = squashes.get(prNumber);
    if (known !== undefined) return known;
    const sha = base === null ? null : squashOf(graph, base, prNumber);
    squashes.set(prNumber, sha);
    return sha;
  };

  /** Returns the entry that a choice compares with; for a merge, our side's. */
  const entryOf = (choice: Choice | null | undefined): BaselineVersion | null => {
    if (!choice || choice.kind === "none") return null;
    return entries.get(choice.kind === "merge" ? choice.ours : choice.id) ?? null;
  };

  const toldOf = (entry: BaselineVersion): ReferenceVersion => ({
    versionId: entry._id,
    branch: entry.decision?.branch ?? owners.get(entry.baselineId)?.branch ?? head.mainBranch,
    ...acceptanceOf(entry),
    at: (entry.decision?.at ?? entry.at).toISOString(),
  });

  /** Returns the newest entry of main if nobody on this commit has seen its picture. */
  const mainNowOf = (part: BaselinePart, seen: ReadonlySet<string>): ReferenceVersion | null => {
    const newest = environments.flatMap((environment) => standing.get(placeOf(environment, part)) ?? [])[0];
    if (!newest || seen.has(newest.picture.pixelSha256)) return null;
    return { ...ofPointer(newest), artifactId: newest.picture.artifactId };
  };

  return (part) => {
    for (const [at, environment] of environments.entries()) {
      const place = places.get(placeOf(environment, part));
      const choice = place === undefined ? undefined : chosen[place];
      const entry = entryOf(choice);
      if (place === undefined || !choice || choice.kind === "none" || !entry) continue;
      const { where } = choice;
      const before = where === "branch_point" ? entry : entryOf(began?.[place]);
      const leaves = choice.kind === "merge" ? leavesOf(choice.of, "sides").flatMap((id) => entries.get(id) ?? []) : [];
      const seen = new Set(
        [before ?? entry, ...(before && before !== entry ? [] : leaves)].map(({ picture }) => picture.pixelSha256),
      );
      // If there was no picture at the branch point, main's newest entry has not been seen either.
      const mainNow = mainNowOf(part, began && !before ? new Set() : seen);
      const brought = where === "squash" && entry.prNumber ? broughtBy(entry.prNumber) : null;
      const reference: Reference = {
        chosenBy: "history",
        version: toldOf(entry),
        ...(where && { where }),
        ...(choice.kind === "merge" && {
          merge: choice.of,
          sides: leaves
            .filter(({ _id }) => _id !== entry._id)
            .slice(0, MAX_SIDES)
            .map(toldOf),
        }),
        ...(base !== null && { main: { branch: head.mainBranch, sha: base, own } }),
        ...(brought !== null && { broughtBy: brought }),
        ...(before &&
          !showsSame(before, entry) && {
            atBranchPoint: { ...toldOf(before), artifactId: before.picture.artifactId },
          }),
        ...(mainNow && { mainNow }),
        ...(own &&
          at === 0 &&
          choice.kind === "version" &&
          owners.get(entry.baselineId)?.branch !== head.mainBranch && { takesOver: true }),
        ...(at > 0 && { ofReferenceEnvironment: true }),
      };
      return { versionId: entry._id, picture: entry.picture, reference };
    }
    return null;
  };
}

const placeOf = (environmentId: string, part: BaselinePart): string => `${environmentId} ${partKeyOf(part)}`;

const showsSame = (a: BaselineVersion, b: BaselineVersion): boolean => a.picture.pixelSha256 === b.picture.pixelSha256;

function ofPointer({ versionId, branch, accepted, updatedAt }: Baseline): ReferenceVersion {
  const { by = null, commitSha = null, prNumber = null } = accepted ?? {};
  return { versionId, branch, commitSha, by, at: updatedAt.toISOString(), prNumber };
}

/** Returns the commit at which a commit's branch left main, as far as main is known. */
function baseOf(graph: Graph, sha: string, now: Date): string | null {
  const tip = graph.newestOnMain(now);
  return tip === null ? null : (graph.mergeBases(sha, tip).at(-1) ?? null);
}

function acceptedOf(
  graph: Graph,
  entries: ReadonlyMap<string, BaselineVersion>,
  owners: ReadonlyMap<string, Baseline>,
  places: ReadonlyMap<string, number>,
  counts: (entry: BaselineVersion, owner: Baseline) => boolean,
): Accepted[] {
  return [...entries.values()].flatMap((entry) => {
    const owner = owners.get(entry.baselineId);
    const place = owner && places.get(placeOf(owner.environmentId, owner));
    if (owner === undefined || place === undefined || !counts(entry, owner)) return [];
    const { commitSha = null, prNumber = null, runAt } = standingEntry(entries, entry);
    return {
      id: entry._id,
      place,
      branch: owner.branch,
      commitSha: commitSha === null ? null : (graph.resolve(commitSha) ?? commitSha),
      prNumber,
      at: entry.at,
      ...given({ runAt }),
      look: entry.picture.pixelSha256,
      ...(entry.comparedWith !== undefined && { comparedWith: entry.comparedWith }),
      withdrawn: entry.withdrawn === true,
    };
  });
}

/**
 * Returns the entry that determines where a decision stands. A rollback is decided after the entry it reverts, so it stands where that
 * entry stands: its own commit is that of the old picture.
 */
function standingEntry(entries: ReadonlyMap<string, BaselineVersion>, entry: BaselineVersion): BaselineVersion {
  let stands = entry;
  const met = new Set<string>();
  while (stands.how === "rollback" && stands.previousVersionId !== null && !met.has(stands._id)) {
    met.add(stands._id);
    const before = entries.get(stands.previousVersionId);
    if (!before) break;
    stands = before;
  }
  return stands;
}
