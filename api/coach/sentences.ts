// Pieces of the built-in planner's answers. Texts of pages and tickets are quoted as one cut line, never as more.
import { truncate } from "../../domain/text.ts";
import { seenText } from "../../domain/untrusted/unseen.ts";
import type { ToolResponse } from "../tools/envelope.ts";
import type { NextAction } from "../tools/tool.ts";
import { runLink, type Talk } from "./talk.ts";

const MAX_QUOTED = 240;

/** A text that somebody else wrote. Passages that read like orders were taken out of what tools answer. */
export const quoted = (text: unknown): string => truncate(seenText(String(text ?? "")), MAX_QUOTED);

export const bullet = (text: string): string => `- ${text}`;

/** The data of an answer, of which the reader knows the tool's shape. */
export const dataOf = <T>(answer: ToolResponse): T => (answer.data ?? {}) as T;

/** Where to read more about a run; the dashboard makes a link of the run's id. */
export function runLine(talk: Talk, runId: string | null | undefined): string[] {
  if (!runId) return [];
  return [talk.inApp ? `From ${runId}.` : `Run ${runId}: ${runLink(talk, runId)}`];
}

/** A call as programs read it. One that changes something is described with its confirm, and never made. */
export function callLine({ label, tool, args = {}, needsConfirm }: NextAction): string {
  const shown = JSON.stringify(needsConfirm ? { ...args, confirm: true } : args);
  return needsConfirm
    ? `${label}: ${tool} ${shown}. It changes something, so it needs your confirm.`
    : `${label}: ${tool} ${shown}`;
}

/** The first suggestion that is not what was just done; a person gets it as a button or a link. */
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

/** "9 March at 02:10 UTC". */
export const timeOf = (iso: string): string => `${DATE.format(new Date(iso))} UTC`;
