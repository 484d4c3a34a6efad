// Content of a message: the body of a webhook, and the text for all other channels.

import { worstRun } from "../runs/measured.ts";
import type { RunSummary } from "../runs/runSummary.ts";
import type { RunStatus, StatusType } from "../runTypes.ts";
import { RUN_NAME } from "../runTypes.ts";
import { oneLine, truncate } from "../text.ts";
import type { EventKind } from "./channels.ts";
import type { Verdict } from "./decide.ts";

/** The JSON that a webhook receives. Fields may be added, but never changed or removed. */
export type NotificationBody = {
  id: string;
  type: `run.${Exclude<EventKind, "test">}` | "test";
  createdAt: string;
  summary: string;
  project: { id: string; slug: string; name: string };
  run: MessageRun | null;
  /** The previous run of the same type, environment and branch. */
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
  /** Status or result of the run: "9 of 12 screenshots changed." Missing in messages of earlier versions. */
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

/** Returns one or two sentences for people, in plain text. */
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

/** Returns the text for chats and emails: the news, and the result of the run. */
export const textOf = ({ summary, run }: Pick<NotificationBody, "summary" | "run">): string =>
  [summary, ...(run?.sentence === undefined ? [] : [run.sentence])].join(" ");

export type CommitState = "pending" | "success" | "failure" | "error";

const STATES = { passed: "success", failed: "failure", inconclusive: "error" } as const;

/** GitHub refuses a longer description. */
const MAX_DESCRIPTION = 140;

/** Returns the state and description of a commit status. */
export const commitState = (
  type: StatusType,
  { conclusion, sentence }: Pick<RunSummary, "conclusion" | "sentence">,
): { state: CommitState; line: string } =>
  conclusion === null
    ? { state: "pending", line: `${RUN_NAME[type]} is running.` }
    : { state: STATES[conclusion], line: truncate(oneLine(sentence), MAX_DESCRIPTION) };

/**
 * Returns what decides the status of a commit with several runs of one type: the worst, so that no environment hides what fails in another
 * one. The sentence names its environment.
 */
export function worstOf<T extends Pick<RunSummary, "conclusion" | "sentence"> & { environment: string | null }>(
  runs: readonly T[],
): T | undefined {
  const worst = worstRun(runs);
  if (!worst?.environment || runs.length === 1) return worst;
  return { ...worst, sentence: `${named(worst.environment)}: ${worst.sentence}` };
}

/** Returns the name of a commit status: one per run type of a project. */
export const commitContext = (body: NotificationBody): string =>
  `plumbline/${body.project.slug}/${body.run?.type ?? "run"}`;
