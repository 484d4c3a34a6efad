// Keeps every answer small enough for an agent: a list that is too large is read again in smaller pages, anything else is cut with a
// warning.
import { setImmediate as turn } from "node:timers/promises";
import { countTokens } from "../lib/countTokens.ts";
import type { ToolAnswer } from "./tool.ts";

export const MAX_ANSWER_TOKENS = 25_000;
/** Leaves room for the envelope's own fields, the warning, and tokenizers that produce more tokens than the one used here. */
const TARGET_TOKENS = 21_000;
/** Size that always fits, because no tokenizer produces more tokens than there are bytes; most texts of this size have a quarter of that. */
const SURE_BYTES = TARGET_TOKENS;

/** A list answer that can be read again with a smaller limit. */
export type Pages = { limit: number; read(limit: number): Promise<ToolAnswer> };

/** Returns the answer if it fits, otherwise a shorter page of it, otherwise the answer with its longest parts cut. */
export async function fitted(answer: ToolAnswer, pages?: Pages): Promise<ToolAnswer> {
  if (await fits(answer)) return answer;
  for (let limit = Math.floor((pages?.limit ?? 0) / 2); pages && limit >= 1; limit = Math.floor(limit / 2)) {
    const shorter = await pages.read(limit);
    if (await fits(shorter))
      return withWarning(
        shorter,
        `Only ${limit} entries fit into one answer. Call again with cursor: nextCursor for the following ones.`,
      );
  }
  return cut(answer);
}

async function fits({ pictures: _, ...answer }: ToolAnswer): Promise<boolean> {
  const text = JSON.stringify(answer);
  const bytes = Buffer.byteLength(text);
  return bytes <= SURE_BYTES || (bytes <= SURE_BYTES * 8 && (await countTokens(text)) <= TARGET_TOKENS);
}

type Part = {
  path: string;
  kind: "list" | "text" | "fields";
  bytes: number;
  /** Number of entries of a list or of fields. */
  entries: number;
  halve(): void;
};

/** What may be cut, least harmful first: a step is used only if the previous ones have nothing left to cut. */
const STEPS: readonly { shortestText: number; fewestEntries: number; fewestFields: number }[] = [
  { shortestText: 200, fewestEntries: 2, fewestFields: Number.POSITIVE_INFINITY },
  { shortestText: 50, fewestEntries: 2, fewestFields: Number.POSITIVE_INFINITY },
  // An object with hundreds of fields is effectively a list keyed by name.
  { shortestText: 50, fewestEntries: 2, fewestFields: 50 },
  { shortestText: 50, fewestEntries: 1, fewestFields: 1 },
  { shortestText: 0, fewestEntries: 1, fewestFields: 1 },
];

/**
 * Repeatedly cuts the largest part: entries of lists first, then texts, then fields of large objects. A suggested call of which anything was
 * cut is left out, because it would be another call.
 */
async function cut(answer: ToolAnswer): Promise<ToolAnswer> {
  const left: ToolAnswer = {
    ...answer,
    ...structuredClone({ data: answer.data, warnings: answer.warnings, nextActions: answer.nextActions }),
  };
  const shortened = new Set<string>();
  while (!(await fits(left))) {
    // Yields so that other requests are answered in between.
    await turn();
    const parts = partsToCut(left);
    if (parts.length === 0) throw new Error("An answer is too large and has nothing that could be shorter.");
    for (const part of parts) {
      part.halve();
      shortened.add(part.path);
    }
  }
  const whole = new Set(answer.nextActions?.map((action) => JSON.stringify(action)));
  left.nextActions = left.nextActions?.filter((action) => whole.has(JSON.stringify(action)));
  const names = [...shortened].slice(0, 5).join(", ");
  return withWarning(
    left,
    `The answer was over ${MAX_ANSWER_TOKENS.toLocaleString("en-US")} tokens: ${names} ${shortened.size === 1 ? "was" : "were"} cut. Ask for less at a time (a filter, a smaller limit, without verbose) to get the rest.`,
  );
}

function partsToCut(left: ToolAnswer): Part[] {
  const all = partsOf(left as Record<string, unknown>);
  const step = STEPS.find((step) => all.some((part) => allowed(part, step)));
  const parts = step ? all.filter((part) => allowed(part, step)) : [];
  const whole = Math.max(...parts.map(({ bytes }) => bytes), 0);
  // Of all parts that make up a good share of the answer, take the one with the most entries: one page's findings rather than the pages.
  const long = parts
    .filter(({ kind, bytes }) => kind !== "text" && bytes * 4 >= whole)
    .sort((a, b) => b.entries - a.entries)[0];
  const largest = long ?? parts.sort((a, b) => b.bytes - a.bytes)[0];
  // Texts of similar length are cut together; cut one by one, hundreds of them would mean counting tokens hundreds of times.
  return largest?.kind === "text"
    ? parts.filter(({ kind, bytes }) => kind === "text" && bytes * 2 > largest.bytes)
    : largest
      ? [largest]
      : [];
}

const allowed = ({ kind, bytes, entries }: Part, step: (typeof STEPS)[number]): boolean =>
  kind === "text" ? bytes > step.shortestText : entries >= (kind === "list" ? step.fewestEntries : step.fewestFields);

function partsOf(root: Record<string, unknown>): Part[] {
  const parts: Part[] = [];
  /** Returns the size of the value in bytes, so that no part of the answer is measured twice. */
  const visit = (value: unknown, path: string, replace: (text: string) => void): number => {
    if (typeof value === "string") {
      const bytes = Buffer.byteLength(value);
      const halve = () => {
        replace(value.length > 2 ? `${value.slice(0, Math.floor((value.length - 1) / 2)).toWellFormed()}…` : "");
      };
      if (bytes > 0) parts.push({ path, kind: "text", bytes, entries: 0, halve });
      return bytes + 2;
    }
    if (typeof value !== "object" || value === null) return String(value).length;
    let bytes = 2;
    if (Array.isArray(value)) {
      const list: unknown[] = value;
      for (const [index, entry] of list.entries())
        bytes +=
          1 +
          visit(entry, path, (text) => {
            list[index] = text;
          });
      const halve = () => void value.splice(Math.floor(value.length / 2));
      parts.push({ path, kind: "list", bytes, entries: value.length, halve });
      return bytes;
    }
    const names = Object.keys(value);
    const fields = value as Record<string, unknown>;
    for (const name of names) bytes += Buffer.byteLength(name) + 4 + visitField(fields, name, `${path}.${name}`);
    const halve = () => {
      for (const name of names.slice(Math.floor(names.length / 2))) delete fields[name];
    };
    parts.push({ path, kind: "fields", bytes, entries: names.length, halve });
    return bytes;
  };
  const visitField = (fields: Record<string, unknown>, name: string, path: string): number =>
    visit(fields[name], path, (text) => {
      fields[name] = text;
    });
  for (const name of ["summary", "data", "warnings", "nextActions"]) visitField(root, name, name);
  return parts;
}

function withWarning(answer: ToolAnswer, warning: string): ToolAnswer {
  return { ...answer, warnings: [...(answer.warnings ?? []), warning] };
}
