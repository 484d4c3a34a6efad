// The code under test of a run: branch, commit with message and author, and pull request. Unknown facts are omitted.
import { shortCommit } from "../lib/format.ts";
import type { RunRow } from "../lib/runs.ts";
import styles from "./CommitFacts.module.css";
import { OutLink } from "./Links.tsx";

/** Commit message, author and links are optional, because some responses do not include them. */
export type CommitOf = Pick<RunRow, "branch" | "commitSha"> &
  Partial<Pick<RunRow, "commitMessage" | "commitAuthor" | "commitUrl" | "prNumber" | "prUrl">>;

/** `brief`: for table rows; shows the commit message only on hover. */
export function CommitFacts({ run, brief }: { run: CommitOf; brief?: boolean }) {
  const { branch, commitSha, commitMessage, commitAuthor, commitUrl, prNumber, prUrl } = run;
  const words = [commitMessage, commitAuthor && `by ${commitAuthor}`].filter(Boolean).join(", ");
  const sha = commitSha && <code title={brief && words ? words : commitSha}>{shortCommit(commitSha)}</code>;
  const number = prNumber == null ? null : `#${prNumber}`;
  return (
    <span className={styles.facts}>
      {branch && <span className={styles.branch}>{branch}</span>}
      {sha && (commitUrl ? <OutLink href={commitUrl}>{sha}</OutLink> : sha)}
      {!brief && commitMessage && (
        <span className={styles.message} title={commitMessage}>
          {commitMessage.split("\n", 1)}
        </span>
      )}
      {!brief && commitAuthor && <span className="faint">{commitAuthor}</span>}
      {number && (prUrl ? <OutLink href={prUrl}>{number}</OutLink> : <span>{number}</span>)}
    </span>
  );
}

/** Returns whether there is anything to show. */
export const hasCommit = ({ branch, commitSha, prNumber }: CommitOf): boolean =>
  Boolean(branch || commitSha) || prNumber != null;
