// Replies of Plumbline to commands in comments, one or two sentences each. Foreign names are put in code spans so that they mention nobody;
// email addresses are never included, because anybody may be able to read the comment.
import { type CodeHostName, HOST_TITLE } from "../report/codePlace.ts";
import { verbatim } from "../report/prComment.ts";
import { plural } from "../text.ts";
import type { NoSubject } from "./subject.ts";

export const THING: Record<CodeHostName, string> = { github: "pull request", gitlab: "merge request" };
const short = (sha: string) => verbatim(sha.slice(0, 7));

export const unknownCommand = (word: string): string =>
  `${word === "" ? "A command is missing" : `${verbatim(word)} is not a command`}. Use ${verbatim("/plumbline approve")}, ${verbatim("/plumbline reject")} (each with the name of a scenario, or without for everything) or ${verbatim("/plumbline link CODE")}.`;

export const stranger = (login: string, host: CodeHostName): string =>
  `Nothing was changed: the ${HOST_TITLE[host]} account ${verbatim(login)} is not linked to a Plumbline account. Link it in Plumbline under Account → Code hosts, then comment again.`;

export const NO_MEMBER =
  "Nothing was changed: the linked Plumbline account does not belong to the organisation of this project.";
export const NO_RIGHT =
  "Nothing was changed: the linked Plumbline account may only view this project. An administrator can give it the role editor.";
export const OTHER_REPOSITORY =
  "Nothing was changed: the newest visual test with this number belongs to another repository.";
export const LINK_GONE =
  "Nothing was linked: the code is unknown, used, expired, or was made for another account. Make a new one in Plumbline under Account → Code hosts.";

export const linked = (login: string, host: CodeHostName): string =>
  `Linked: comments of the ${HOST_TITLE[host]} account ${verbatim(login)} now count as its Plumbline account. It can be unlinked in Plumbline under Account → Code hosts.`;

export function noSubject(why: NoSubject, host: CodeHostName): string {
  const thing = THING[host];
  switch (why.why) {
    case "closed":
      return `Nothing was changed: this ${thing} is closed.`;
    case "fork":
      return `Nothing was changed: this ${thing} comes from a fork. Review it in the dashboard.`;
    case "no_run":
      return `Nothing was changed: no visual test of this ${thing} was found.`;
    case "stale":
      return `Nothing was changed: the newest visual test is of ${short(why.tested)}, but the ${thing} is at ${short(why.head)} now. Wait for its test, then comment again.`;
    case "running":
      return `Nothing was changed: the visual test of ${short(why.head)} is still running. Comment again when it has ended.`;
    case "unseen":
      return `Nothing was changed: a newer visual test of ${short(why.head)} ended after your comment. Check its results, then comment again.`;
  }
}

const DONE = { approve: "Approved", reject: "Rejected" } as const;
const OF = (label: string | null) => (label === null ? "" : ` of ${verbatim(label)}`);

/** Returns the sentence about the reviewed screenshots. `refused`: why each of the others was left unchanged. */
export function decidedSentence(
  verb: "approve" | "reject",
  label: string | null,
  { done, refused, sha }: { done: number; refused: readonly string[]; sha: string | null },
): string {
  const at = sha === null ? "" : ` at ${short(sha)}`;
  const head = done === 0 ? "Nothing was changed" : `${DONE[verb]}: ${plural(done, "screenshot")}${OF(label)}${at}`;
  const reasons = [...new Set(refused)].slice(0, 3).map((reason) => verbatim(reason));
  const rest =
    refused.length === 0 ? "" : ` ${plural(refused.length, "screenshot")} left as before: ${reasons.join(", ")}.`;
  return `${head}.${rest}`;
}

export const nothingToDecide = (verb: "approve" | "reject", label: string | null): string =>
  `Nothing was changed: no screenshot${OF(label)} waits to be ${verb === "approve" ? "approved" : "rejected"}.`;

export function unknownLabel(label: string, near: readonly string[]): string {
  const names = near.map((name) => verbatim(name)).join(" or ");
  return `Nothing was changed: the run has no scenario ${verbatim(label)}.${names === "" ? "" : ` Did you mean ${names}?`}`;
}

/** Returns the first line of a reply, by which the reply is found again. */
export const answerMarker = (projectId: string, commentId: string): string =>
  `<!-- plumbline-answer:${projectId}:${commentId} -->`;

/** Returns the complete reply. None of its lines begins with a command. */
export function answerText(marker: string, sentences: readonly string[], review: string | null): string {
  const link = review === null ? "" : `\n\n[Review](<${review}>)`;
  return `${marker}\n${sentences.join("\n\n")}${link}\n`;
}
