// What a run is compared with, in words: "main at a1b2c3d, where this branch began".
import { shortCommit } from "./commit.ts";
import type { Place } from "./runOrder.ts";

type Against = {
  branch: string;
  commitSha: string | null;
  place: Place;
  /** It is of the branch that is compared, not of the one that it left. */
  ownBranch: boolean;
};

/** " since main at a1b2c3d": what new and fixed are counted from; nothing where no history tells it. */
export const sincePart = (against: string | null | undefined): string => (against ? ` since ${against}` : "");

/** Without a dot; it goes into sentences. */
export function againstWords({ branch, commitSha, place, ownBranch }: Against): string {
  const at = commitSha === null ? branch : `${branch} at ${shortCommit(commitSha)}`;
  if (place === "unknown") return `the newest run of ${at}, whose history is not known`;
  if (place === "elsewhere") return `the newest run of ${at}, which this commit does not come from`;
  if (place === "again") return `${at}, the same commit at an earlier time`;
  if (place === "rewritten") return `${at}, before the branch was rewritten`;
  return ownBranch ? at : `${at}, where this branch began`;
}
