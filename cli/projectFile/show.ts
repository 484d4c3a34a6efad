// A plan as people read it.
import { lineWidth, painter } from "../terminal.ts";
import type { Applied, Change } from "./types.ts";

const SIGNS = { create: "+", change: "~", delete: "-" } as const;
const COLOURS = { create: "green", change: "yellow", delete: "red" } as const;
const WORDS: Record<string, string> = {
  trackingPage: "tracking page",
  trackingEvent: "tracking event",
  step: "step definition",
};
const LONGEST = 60;

export function planLines({ changes, kept, project }: Applied): string[] {
  const lines = changes.flatMap(changeLines);
  const kinds = new Map<string, number>();
  for (const { kind } of kept) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const rest = [...kinds].map(([kind, count]) => `${count} ${wordOf(kind)}${count === 1 ? "" : "s"}`);
  if (lines.length === 0) lines.push(`The project ${project} matches the file.`);
  else lines.push("", countLine(changes));
  if (rest.length > 0) lines.push(`Not in the file, kept: ${rest.join(", ")}. --prune deletes them.`);
  return lines;
}

function changeLines({ action, kind, name, fields, more }: Change): string[] {
  const what = kind === "settings" ? "settings" : `${wordOf(kind)} ${JSON.stringify(name)}`;
  return [
    painter()(`${SIGNS[action]} ${what}`, COLOURS[action]),
    ...fields.flatMap(({ path, from, to }) => fieldLine(path, shown(from), shown(to))),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ].flat();
}

/** On one line where that fits the terminal, else each value on its own. */
function fieldLine(path: string, from: string, to: string): string[] {
  const line = `    ${path}: ${from} → ${to}`;
  return line.length <= lineWidth() ? [line] : [`    ${path}:`, `      ${from}`, `    → ${to}`];
}

export function countLine(changes: readonly Change[], words = ["to create", "to change", "to delete"]): string {
  const count = (action: Change["action"]) => changes.filter((one) => one.action === action).length;
  return `${count("create")} ${words[0]}, ${count("change")} ${words[1]}, ${count("delete")} ${words[2]}.`;
}

const wordOf = (kind: string): string => WORDS[kind] ?? kind;

function shown(value: string | null): string {
  if (value === null) return "(nothing)";
  const line = value.replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
