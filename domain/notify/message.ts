// The text of a message: the body of a webhook, and the sentence of every other channel.
import type { RunStatus, StatusType } from "../runTypes.ts";
import { RUN_NAME } from "../runTypes.ts";
import { oneLine, truncate } from "../text.ts";
import type { EventKind } from "./channels.ts";
import type { Verdict } from "./decide.ts";

/** The JSON that a webhook receives. Fields are only ever added. */
export type NotificationBody = {
  id: string;
  type: `run.${Exclude<EventKind, "test">}` | "test";
  createdAt: string;
  summary: string;
  project: { id: string; slug: string; name: string };
  run: MessageRun | null;
  /** The run before it of the same type, environment and branch. */
  previous: { runId: string; verdict: Verdict } | null;
};

export type MessageRun = {
  id: string;
  type: StatusType;
  status: RunStatus;
  verdict: Verdict | null;
  environment: string | null;
  branch: string | null;
  commitSha: string | null;
  prNumber: number | null;
  finishedAt: string | null;
  url: string;
};

const WORDS: Record<Exclude<EventKind, "test">, (name: string) => string> = {
  broke: (name) => `${name} fails. It passed before.`,
  mended: (name) => `${name} passes again.`,
  first_failure: (name) => `${name} fails in its first run.`,
  flapping: (name) => `${name} changes between pass and fail. You hear of it again when it has settled.`,
  started: (name) => `${name} is going.`,
  ended: (name) => `${name} ended.`,
};

const named = (text: string) => truncate(oneLine(text), 100);

/** One sentence or two for people, in plain text. */
export function summaryOf(
  kind: Exclude<EventKind, "test">,
  {
    type,
    project,
    environment,
    branch,
  }: { type: StatusType; project: string; environment: string | null; branch: string | null },
): string {
  const where = [environment && `on ${named(environment)}`, branch && `(branch ${named(branch)})`].filter(Boolean);
  return WORDS[kind]([`${RUN_NAME[type]} of ${named(project)}`, ...where].join(" "));
}

/** The state and line of a commit status. Hosts cut descriptions at 140 characters. */
export function commitState({ type, status, verdict }: Pick<MessageRun, "type" | "status" | "verdict">): {
  state: "pending" | "success" | "failure" | "error";
  line: string;
} {
  const name = RUN_NAME[type];
  if (status === "running") return { state: "pending", line: `${name} is going.` };
  if (status !== "completed" || verdict === null)
    return { state: "error", line: `${name} is inconclusive; this says nothing about the site.` };
  return verdict === "pass"
    ? { state: "success", line: `${name} passed.` }
    : { state: "failure", line: `${name} failed.` };
}

/** The name of a commit status: one for each run type of a project. */
export const commitContext = (body: NotificationBody): string =>
  `plumbline/${body.project.slug}/${body.run?.type ?? "run"}`;
