// Describes what a run is compared with: "main at a1b2c3d, where this branch began".
import { shortCommit } from "./commit.ts";
import type { Place } from "./runOrder.ts";

type Against = {
  branch: string;
  commitSha: string | null;
  place: Place;
  /** Whether the commit belongs to the compared branch itself, not to the branch that it left. */
  ownBranch: boolean;
};

/** Example: " since main at a1b2c3d", the commit from which new and fixed findings are counted; "" if no history determines it. */
export const sincePart = (against: string | null | undefined): string => (against ? ` since ${against}` : "");

/** Without a full stop, for use inside sentences. */
export function againstWords({ branch, commitSha, place, ownBranch }: Against): string {
  const at = commitSha === null ? branch : `${branch} at ${shortCommit(commitSha)}`;
  if (place === "unknown") return `the newest run of ${at}, whose history is not known`;
  if (place === "elsewhere") return `the newest run of ${at}, which is not in this commit's history`;
  if (place === "again") return `${at}, the same commit at an earlier time`;
  if (place === "rewritten") return `${at}, before the branch was rewritten`;
  return ownBranch ? at : `${at}, where this branch began`;
}
