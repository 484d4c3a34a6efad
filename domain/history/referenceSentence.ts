// Sentences about what a result was compared with, shown by every interface of the service.
import { dayOf } from "../report/words.ts";
import { plural } from "../text.ts";
import { shortCommit } from "./commit.ts";
import type { Reference, ReferenceVersion } from "./reference.ts";

/** Example: "Compared with main at a1b2c3d, where this branch began; accepted by ann@shop.example on 12 November 2026 in #41." */
export function referenceSentence(reference: Reference): string {
  const { chosenBy, version, ofReferenceEnvironment, beforeAny, asked } = reference;
  const there = ofReferenceEnvironment ? " in the reference environment" : "";
  if (asked !== undefined) {
    const accepted = acceptedWords(version);
    return `Compared with ${asked}${accepted === null ? "" : `; ${accepted}`}.`;
  }
  if (chosenBy !== "history") {
    const why = beforeAny ? "nothing was accepted before this commit" : "the history of the commit is not known";
    const unknown = `Compared with the newest baseline of ${version.branch}${there}; ${why}.`;
    const accepted = acceptedWords(version);
    return accepted === null ? unknown : `${unknown} It was ${accepted}.`;
  }
  return `Compared with ${whatOf(reference, there)}.`;
}

function whatOf({ version, where, merge, sides = [], main, broughtBy }: Reference, there: string): string {
  const accepted = acceptedWords(version);
  const then = accepted === null ? "" : `; ${accepted}`;
  if (merge !== undefined) {
    const both = [version, ...sides].flatMap((side) => acceptedWords(side) ?? []);
    return `both sides of a merge${there}${both.length > 0 ? `: ${both.join(", and ")}` : ""}`;
  }
  if (where === "rewritten") return `the screenshot of this branch before it was rebased or amended${there}${then}`;
  if (where === "squash") {
    const number = version.prNumber === null ? "a pull request" : `#${version.prNumber}`;
    const brought =
      broughtBy === undefined
        ? "which is merged"
        : `which ${shortCommit(broughtBy)} brought to ${main?.branch ?? "main"}`;
    return `the screenshot accepted in ${number}, ${brought}${there}${then}`;
  }
  if (main?.own) return `${main.branch}${since(version)}${there}${then}`;
  if (where === "branch_point")
    return main
      ? `${main.branch} at ${shortCommit(main.sha)}${there}, where this branch began${then}`
      : `${version.branch}${since(version)}${there}${then}`;
  return `${version.branch} at ${version.commitSha === null ? "its latest screenshot" : shortCommit(version.commitSha)}${there}${then}`;
}

/** Example: " since a1b2c3d", the commit on which the screenshot was accepted. */
const since = ({ commitSha }: ReferenceVersion): string =>
  commitSha === null ? "" : ` since ${shortCommit(commitSha)}`;

/** Example: "accepted by ann@shop.example on 12 November 2026 in #41"; null if unknown. */
function acceptedWords({ by, at, prNumber }: ReferenceVersion): string | null {
  if (by === null) return null;
  const where = prNumber === null ? "" : ` in #${prNumber}`;
  return by === "run" ? `captured on ${dayOf(at)}${where}` : `accepted by ${by} on ${dayOf(at)}${where}`;
}

export type Alternative = { what: "branch_point" | "main_now"; version: ReferenceVersion; sentence: string };

/** Returns the other references that could have been used for the comparison. */
export function alternativesOf({ atBranchPoint, mainNow, main }: Reference): Alternative[] {
  const told = (what: Alternative["what"], version: ReferenceVersion | undefined, words: string): Alternative[] => {
    if (!version) return [];
    const accepted = acceptedWords(version);
    return [{ what, version, sentence: `${words}${accepted === null ? "" : `; ${accepted}`}.` }];
  };
  const began = main ? `${main.branch} at ${shortCommit(main.sha)}` : "Main";
  return [
    ...told("branch_point", atBranchPoint, `${began}, where this branch began`),
    ...told("main_now", mainNow, `The newest baseline of ${mainNow?.branch ?? "main"}`),
  ];
}

/** Returns what a result was compared with, for use in responses. */
export function comparedWithOf(reference: Reference | null | undefined) {
  if (!reference) return null;
  const { chosenBy, version, where = null, merge } = reference;
  const { versionId, branch, commitSha, by, at, prNumber } = version;
  return {
    chosenBy,
    sentence: referenceSentence(reference),
    branch,
    commitSha,
    by,
    at,
    prNumber,
    versionId,
    where,
    merge: merge !== undefined,
  };
}

/**
 * Returns what the results of a run were compared with, and how far main has moved on since. These are notes, not failures. Returns [] for
 * runs whose commit has no known history, unless the caller named the reference.
 */
export function comparedSentences(references: readonly (Reference | null | undefined)[]): string[] {
  const asked = new Set(references.flatMap((one) => one?.asked ?? []));
  if (asked.size > 0) return [...asked].map((words) => `Compared with ${words}.`);
  const chosen = references.flatMap((one) => (one?.chosenBy === "history" ? [one] : []));
  const [first] = chosen;
  if (!first) return [];
  const main = chosen.find((one) => one.main)?.main;
  const moved = chosen.filter(({ mainNow }) => mainNow).length;
  const name = main?.branch ?? "main";
  const own = chosen.filter(({ where }) => where !== "branch_point").length;
  const began = main && `Compared with ${name} at ${shortCommit(main.sha)}, where this branch began`;
  const accepted = own === 0 ? "" : `; ${plural(own, "screenshot")} with what was accepted on the branch`;
  return [
    ...(main?.own ? [`Compared with ${name} at ${shortCommit(main.sha)}.`] : began ? [`${began}${accepted}.`] : []),
    ...(moved > 0
      ? [`${name} has moved on by ${plural(moved, "screenshot")} since this ${main?.own ? "commit" : "branch began"}.`]
      : []),
  ];
}
