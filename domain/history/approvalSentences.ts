// Sentences about whose decision a result depends on, shown by every interface of the service.
import { dateTime } from "../report/words.ts";
import { plural } from "../text.ts";
import type { Reason } from "../visual/outcome.ts";
import type { Decision, KnownLook } from "./branchApproval.ts";
import { shortCommit } from "./commit.ts";

/** Maximum number of decisions named in a run's summary. */
const NAMED = 5;

/** Returns who decided and where: "ann@shop.example on feature/price in #41". */
export function deciderOf({ by, branch, prNumber }: Pick<Decision, "by" | "branch" | "prNumber">): string {
  return `${by} on ${branch}${prNumber === null ? "" : ` in #${prNumber}`}`;
}

/** For a decision that does not apply to a branch: "Accepted by ann@shop.example on feature/price in #41, which main does not have." */
export const elsewhereSentence = (decision: Pick<Decision, "by" | "branch" | "prNumber">, branch: string): string =>
  `Accepted by ${deciderOf(decision)}, which ${branch} does not have.`;

/** Returns the reason of a result that passes because it was approved on a branch. */
export function approvedReason(decision: Decision, mainBranch: string): Reason {
  return {
    code: "approved_on_branch",
    message: `Equals the screenshot accepted by ${deciderOf(decision)}, ${timeOf(decision.at)}; it is now the baseline of ${mainBranch}.`,
    data: dataOf(decision),
  };
}

/**
 * Returns the reason of a result that passes because both sides of a merge were accepted. `shown`: the decision whose screenshot it shows,
 * if it shows one side's.
 */
export function mergedReason(
  { ours, theirs }: { ours: Decision; theirs: readonly Decision[] },
  shown: Decision | null,
): Reason {
  const deciders = [...new Set([ours, ...theirs].map(deciderOf))];
  const message = shown
    ? `Equals the screenshot accepted by ${deciderOf(shown)}, one of the merged approvals: by ${listed(deciders)}.`
    : `Equals the changes accepted on both sides: by ${listed(deciders)}.`;
  return { code: "merged", message, data: { ...dataOf(theirs[0] ?? ours), deciders: listed(deciders) } };
}

/** Returns the additional reason of a failed result that also shows what the other side of a merge accepted. */
export function leftOutReason(changes: number, theirs: readonly Decision[]): Reason {
  const branches = [...new Set(theirs.map(({ branch }) => branch))];
  const [what, are] = [plural(changes, "change that was", "changes that were"), changes === 1 ? "is" : "are"];
  const where = branches.length > 0 ? ` on ${branches.join(" and ")}` : "";
  return { code: "merged", message: `${what} accepted${where} ${are} not shown.`, data: { changes } };
}

const listed = (deciders: readonly string[]): string =>
  deciders.length > 1 ? `${deciders.slice(0, -1).join(", by ")}, and by ${deciders.at(-1)}` : deciders.join("");

/** Returns the additional reason of a failed result that shows something accepted earlier that no longer counts. */
export function knownLookReason({ decision, until, why }: KnownLook, mainBranch: string): Reason {
  const { branch, commitSha } = decision;
  const accepted = `accepted by ${deciderOf(decision)}, ${timeOf(decision.at)}`;
  const commit = commitSha === null ? "" : ` (${shortCommit(commitSha)})`;
  const message =
    until !== null
      ? `Looks as ${mainBranch} did until ${timeOf(until)}${commit}, ${accepted}.`
      : `Looks like ${branch}${commit}, ${accepted}${WHY[why](mainBranch)}.`;
  return { code: "known_look", message, data: { ...dataOf(decision), until: until?.toISOString() ?? null } };
}

const NO_LONGER = ". That approval does not count: ";
const WHY: Record<KnownLook["why"], (mainBranch: string) => string> = {
  main_moved: (main) => `${NO_LONGER}the baseline of ${main} has changed since`,
  replaced_on_branch: () => `${NO_LONGER}another screenshot was accepted there since`,
  not_known: () => `${NO_LONGER}its baseline is unknown`,
  no_person: (main) => `${NO_LONGER}${main} is protected, and it was not given by a person`,
  never_merged: () => "; that was never merged",
};

/** Whether a passed result depends on decisions made elsewhere, with a reason that says whose. */
export const restsOnDecision = ({ code, data }: Reason): boolean =>
  (code === "approved_on_branch" || code === "merged") && typeof data?.by === "string";

/**
 * Returns one sentence for each decision because of which results passed, and for each combination of several, for the summaries of runs.
 * `reasons`: of results that passed.
 */
export function approvalSentences(reasons: readonly Reason[]): string[] {
  const given = reasons.filter(restsOnDecision).map(({ code, data }) => {
    const prNumber = typeof data?.prNumber === "number" ? data.prNumber : null;
    const decider = deciderOf({ branch: String(data?.branch), by: String(data?.by), prNumber });
    const merged = code === "merged";
    const of = merged && typeof data?.deciders === "string" ? data.deciders : decider;
    return { of, merged, at: String(data?.at) };
  });
  const groups = [...Map.groupBy(given, ({ of, merged }) => `${merged} ${of}`).values()];
  const told = groups
    .toSorted((a, b) => b.length - a.length)
    .slice(0, NAMED)
    .flatMap((list) => {
      const [first] = list;
      if (!first) return [];
      const counted = `${plural(list.length, "screenshot")} passed`;
      if (first.merged) return [`${counted} as merged, by changes accepted on both sides: by ${first.of}.`];
      const times = list.map(({ at }) => at).toSorted();
      return [`${counted} because of an approval: accepted by ${first.of}, ${dateTime(times.at(-1) ?? "")}.`];
    });
  return groups.length > NAMED ? [...told, `And by ${plural(groups.length - NAMED, "more approval")}.`] : told;
}

const timeOf = (at: Date): string => dateTime(at.toISOString());

const dataOf = ({ branch, by, at, prNumber, commitSha, versionId }: Decision) => ({
  branch,
  by,
  at: at.toISOString(),
  prNumber,
  commitSha,
  versionId,
});
