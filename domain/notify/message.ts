// The text of a message: the body of a webhook, and the sentence of every other channel.

import type { RunSummary } from "../runs/runSummary.ts";
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
  /** How it stands or what it came to: "9 of 12 screenshots changed." Messages of earlier versions have none. */
  sentence?: string;
  url: string;
};

const WORDS: Record<Exclude<EventKind, "test">, (name: string) => string> = {
  broke: (name) => `${name} fails. It passed before.`,
  mended: (name) => `${name} passes again.`,
  first_failure: (name) => `${name} fails in its first run.`,
  flapping: (name) => `${name} changes between pass and fail. You will be notified when it is stable.`,
  started: (name) => `${name} is running.`,
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

/** What chats and e-mails say: the news, and what the run came to. */
export const textOf = ({ summary, run }: Pick<NotificationBody, "summary" | "run">): string =>
  [summary, ...(run?.sentence === undefined ? [] : [run.sentence])].join(" ");

export type CommitState = "pending" | "success" | "failure" | "error";

const STATES = { passed: "success", failed: "failure", inconclusive: "error" } as const;

/** The state and line of a commit status. Hosts cut descriptions at 140 characters. */
export const commitState = (
  type: StatusType,
  { conclusion, sentence }: Pick<RunSummary, "conclusion" | "sentence">,
): { state: CommitState; line: string } =>
  conclusion === null
    ? { state: "pending", line: `${RUN_NAME[type]} is running.` }
    : { state: STATES[conclusion], line: sentence };

/** The name of a commit status: one for each run type of a project. */
export const commitContext = (body: NotificationBody): string =>
  `plumbline/${body.project.slug}/${body.run?.type ?? "run"}`;
