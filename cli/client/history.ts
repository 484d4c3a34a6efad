// Sends the history of the commit under test to the service. Any problem is reported in a sentence, and the run continues.
import type { AnswerAt, BodyAt } from "../../api/endpoints/typedPath.ts";
import { shortCommit } from "../../domain/history/commit.ts";
import { mendingLine } from "../../domain/history/mending.ts";
import type { CiFacts } from "./facts.ts";
import { inspectClone, readHistory } from "./git.ts";

/** Numbers of commits sent in one request, increasing until they connect to the history that the service knows. */
const SIZES = [100, 600, 2_000, 5_000];
const COMMIT = /^[\da-f]{7,64}$/i;

const PATH = "/api/ci/history";
type Told = Pick<AnswerAt<"POST", typeof PATH>, "joined" | "known" | "warnings">;
export type HistoryUse = {
  cwd: string;
  facts: CiFacts;
  project: string | undefined;
  post(path: typeof PATH, body: BodyAt<"POST", typeof PATH>): Promise<Told>;
  note(text: string): void;
};

/** Never throws. */
export async function tellHistory({ cwd, facts, project, post, note }: HistoryUse): Promise<void> {
  const { commitSha, branch, ciProvider } = facts;
  if (commitSha !== undefined && branch === undefined)
    note("No branch found (detached HEAD): pass --branch, or the run counts as a run of main.");
  if (commitSha !== undefined && !COMMIT.test(commitSha)) {
    note(`"${commitSha}" is not a commit id, so the run has no history.`);
    return;
  }
  const clone = await inspectClone(cwd, commitSha ?? "HEAD");
  if (clone.kind !== "known") {
    const why = {
      missing: "git is not installed here",
      outside: `${cwd} is not a git repository`,
      unknown: `the clone does not have ${commitSha === undefined ? "a commit" : `the commit ${shortCommit(commitSha)}`}`,
    }[clone.kind];
    const mend = clone.kind === "unknown" && clone.shallow ? ` It is shallow: ${mendingLine(ciProvider)}.` : "";
    note(`The run has no history: ${why}.${mend}`);
    return;
  }
  try {
    let told: Told | null = null;
    for (const size of SIZES) {
      const commits = await readHistory(cwd, clone.sha, size);
      told = await post(PATH, { project, branch, commits });
      if (told.joined || commits.length < size) break;
    }
    for (const warning of told?.warnings ?? []) note(warning);
    if (told?.known === false) {
      const mend = clone.shallow ? `; the clone is shallow: ${mendingLine(ciProvider)}` : "";
      note(`The history of ${shortCommit(clone.sha)} does not connect to the history that Plumbline knows${mend}.`);
    }
  } catch (error) {
    note(`The history could not be sent: ${error instanceof Error ? error.message : String(error)}`);
  }
}
