// Building blocks of the built-in planner's answers. Text from pages and tickets is always quoted as one truncated line.
import { truncate } from "../../domain/text.ts";
import { seenText } from "../../domain/untrusted/unseen.ts";
import type { ToolResponse } from "../tools/envelope.ts";
import type { NextAction } from "../tools/tool.ts";
import { runLink, type Talk } from "./talk.ts";

const MAX_QUOTED = 240;

/** Quotes text that somebody else wrote. Tools have already removed passages that read like instructions. */
export const quoted = (text: unknown): string => truncate(seenText(String(text ?? "")), MAX_QUOTED);

export const bullet = (text: string): string => `- ${text}`;

/** Returns the answer's data as the shape that the caller knows the tool to return. */
export const dataOf = <T>(answer: ToolResponse): T => (answer.data ?? {}) as T;

/** Returns " of pull request 12" or " of the branch new-menu"; "" if the question names neither. */
export const changeWords = ({ entities: { prNumber, branch } }: Pick<Talk, "entities">): string =>
  prNumber !== null ? ` of pull request ${prNumber}` : branch !== null ? ` of the branch ${quoted(branch)}` : "";

/** Returns a line that says where to read more about a run; the dashboard turns the run's id into a link. */
export function runLine(talk: Talk, runId: string | null | undefined): string[] {
  if (!runId) return [];
  return [talk.inApp ? `From ${runId}.` : `Run ${runId}: ${runLink(talk, runId)}`];
}

/** Formats a call for programs. A call that changes something is only described, with its `confirm`, and never made. */
export function callLine({ label, tool, args = {}, needsConfirm }: NextAction): string {
  const shown = JSON.stringify(needsConfirm ? { ...args, confirm: true } : args);
  return needsConfirm
    ? `${label}: ${tool} ${shown}. It changes something, so it needs your confirm.`
    : `${label}: ${tool} ${shown}`;
}

/** Returns a line for the first suggestion that has not been made already; in the dashboard it becomes a button or link instead. */
export function nextLine(talk: Talk, actions: readonly NextAction[]): string[] {
  const made = new Set(talk.calls.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`));
  const next = actions.find(({ tool, args = {} }) => !made.has(`${tool} ${JSON.stringify(args)}`));
  if (!next) return [];
  if (!talk.inApp) return [`Next: ${callLine(next)}`];
  const { label, tool, args = {}, needsConfirm = false } = next;
  talk.offers.push({ label, tool, args, needsConfirm });
  return [];
}

export const DATE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  hour12: false,
});

/** Formats a time, e.g. "9 March at 02:10 UTC". */
export const timeOf = (iso: string): string => `${DATE.format(new Date(iso))} UTC`;
