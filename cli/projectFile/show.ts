// Prints a plan for people.
import { plural } from "../../domain/text.ts";
import { CLIENT_EXIT, type ClientExit } from "../client/exit.ts";
import type { Output } from "../output.ts";
import { lineWidth, painter } from "../terminal.ts";
import type { Applied, Change, Part } from "./types.ts";

const SIGNS = { create: "+", change: "~", delete: "-" } as const;
const COLOURS = { create: "green", change: "yellow", delete: "red" } as const;
const WORDS: Record<string, string> = {
  trackingPage: "tracking page",
  trackingEvent: "tracking event",
  step: "step definition",
};
const MAX_CHARACTERS = 60;

export function planLines({ changes, kept, waiting, project }: Applied): string[] {
  const lines = changes.flatMap(changeLines);
  const rest = countsOf(kept);
  if (lines.length === 0) lines.push(`The project ${project} matches the file.`);
  else lines.push("", countLine(changes));
  if (rest.length > 0) lines.push(`Not in the file, kept: ${rest.join(", ")}. --prune deletes them.`);
  if (waiting.length > 0)
    lines.push(`For the main branch, when the file is applied there: ${countsOf(waiting).join(", ")}.`);
  return lines;
}

/** Counts the parts of each kind: "2 scenarios", "settings". */
function countsOf(parts: readonly Part[]): string[] {
  const kinds = new Map<string, number>();
  for (const { kind } of parts) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return [...kinds].map(([kind, count]) => (kind === "settings" ? kind : plural(count, wordOf(kind))));
}

function changeLines({ action, kind, name, fields, more }: Change): string[] {
  const what = kind === "settings" ? "settings" : `${wordOf(kind)} ${JSON.stringify(name)}`;
  return [
    painter()(`${SIGNS[action]} ${what}`, COLOURS[action]),
    ...fields.flatMap(({ path, from, to }) => fieldLine(path, shown(from), shown(to))),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ].flat();
}

/** Prints the change on one line if it fits the terminal, otherwise each value on its own line. */
function fieldLine(path: string, from: string, to: string): string[] {
  const line = `    ${path}: ${from} → ${to}`;
  return line.length <= lineWidth() ? [line] : [`    ${path}:`, `      ${from}`, `    → ${to}`];
}

export function countLine(changes: readonly Change[], words = ["to create", "to change", "to delete"]): string {
  const count = (action: Change["action"]) => changes.filter((one) => one.action === action).length;
  return `${count("create")} ${words[0]}, ${count("change")} ${words[1]}, ${count("delete")} ${words[2]}.`;
}

/** Prints what was applied, and what was refused. Returns the exit code. */
export function answerApplied(out: Output, applied: Applied): ClientExit {
  const { changes, refused } = applied;
  const done = changes.filter(({ kind, name }) => !refused.some((one) => one.kind === kind && one.name === name));
  const exit = refused.length > 0 ? CLIENT_EXIT.errored : CLIENT_EXIT.passed;
  out.answer({ ...applied, exit }, [
    ...(changes.length > 0 ? [countLine(done, ["created", "changed", "deleted"])] : planLines(applied)),
    ...refused.map(({ kind, name, message }) => `Not done: ${kind} ${JSON.stringify(name)}: ${message}`),
  ]);
  return exit;
}

const wordOf = (kind: string): string => WORDS[kind] ?? kind;

function shown(value: string | null): string {
  if (value === null) return "(nothing)";
  const line = value.replace(/\s+/g, " ");
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
}
