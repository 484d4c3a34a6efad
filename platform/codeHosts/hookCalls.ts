// Webhooks of GitHub and GitLab: checks whether a call is signed, and which new comment it reports.
import { createHmac } from "node:crypto";
import type { CodeHostName } from "../../domain/report/codePlace.ts";
import { equalText, isSigned } from "../webhookSignature.ts";

/** `header`: returns the value of a header by its lower-case name, or "" if there is none. */
export type HookCall = { header(name: string): string; body: Buffer };

/** A comment in the signed body. */
export type ReportedComment = { repository: string; prNumber: number; commentId: string; text: string };

type Host = {
  isSigned(secret: string, call: HookCall, now: Date): boolean;
  /** Header with the id of the call. */
  delivery: string;
  /** Returns null if it does not report a new comment of a pull (merge) request. */
  comment(call: HookCall, said: Said): ReportedComment | null;
};

/** The fields that are read; any of them may be missing or of another type. */
type Said = {
  action?: unknown;
  issue?: { number?: unknown; pull_request?: unknown };
  comment?: { id?: unknown; body?: unknown };
  repository?: { full_name?: unknown };
  object_attributes?: { id?: unknown; note?: unknown; noteable_type?: unknown; action?: unknown; system?: unknown };
  merge_request?: { iid?: unknown };
  project?: { path_with_namespace?: unknown };
};

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
const GITHUB: Host = {
  isSigned: (secret, { header, body }) =>
    equalText(header("x-hub-signature-256"), `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`),
  delivery: "x-github-delivery",
  comment: ({ header }, { action, issue, comment, repository }) =>
    header("x-github-event") === "issue_comment" && action === "created" && issue?.pull_request
      ? reported(repository?.full_name, issue.number, comment?.id, comment?.body)
      : null,
};

/** The secret is a signing token (from GitLab 19 on), or the older secret token, which is sent as it is. */
const GITLAB: Host = {
  isSigned(secret, { header, body }, now) {
    const given = header("webhook-signature");
    if (given === "") return equalText(header("x-gitlab-token"), secret);
    const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
    return isSigned(secret, { id, timestamp, given, body: body.toString("utf8"), now });
  },
  delivery: "x-gitlab-event-uuid",
  comment({ header }, { object_attributes: note, merge_request, project }) {
    // Internal notes are separate events, and are not answered where others can read the answer.
    const fits = header("x-gitlab-event") === "Note Hook" && note?.noteable_type === "MergeRequest";
    // Versions before 16.4 name no action, and report new notes only.
    if (!fits || note.system === true || (note.action !== undefined && note.action !== "create")) return null;
    return reported(project?.path_with_namespace, merge_request?.iid, note.id, note.note);
  },
};

export const HOOK_HOSTS: Record<CodeHostName, Host> = { github: GITHUB, gitlab: GITLAB };

/** Returns null if the body is not a JSON object, or reports something else. */
export function reportedComment(host: CodeHostName, call: HookCall): ReportedComment | null {
  try {
    const said: unknown = JSON.parse(call.body.toString("utf8"));
    return typeof said === "object" && said !== null ? HOOK_HOSTS[host].comment(call, said) : null;
  } catch {
    return null;
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function reported(repository: unknown, prNumber: unknown, id: unknown, text: unknown): ReportedComment | null {
  if (typeof repository !== "string" || typeof text !== "string" || !isId(prNumber) || !isId(id)) return null;
  return { repository, prNumber, commentId: String(id), text };
}
