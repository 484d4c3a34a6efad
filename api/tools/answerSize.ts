// No answer is larger than an agent can take in: what is over is asked for again in smaller pages, or cut with a warning.
import { setImmediate as turn } from "node:timers/promises";
import type { ToolAnswer } from "./tool.ts";

export const MAX_ANSWER_TOKENS = 25_000;
/** Room for the envelope's own fields, the warning, and tokenizers that count more than the one used here. */
const TARGET_TOKENS = 21_000;
/** No tokenizer makes more tokens than there are bytes; most texts of this size have a quarter of that. */
const SURE_BYTES = TARGET_TOKENS;
/** The tokenizer takes time by the square of a word's length, so it gets long texts in slices. */
const SLICE = 4_000;
const SHORTEST_CUT = 200;

/** An answer of a list that can be asked for with another limit. */
export type Pages = { limit: number; read(limit: number): Promise<ToolAnswer> };

/** Loaded by the first answer that needs it: its vocabulary takes a moment and 45 MB. */
const loadTokenizer = () => import("gpt-tokenizer/encoding/cl100k_base");

/** The answer, if it fits; else a shorter page of it; else what is left when its longest parts are cut. */
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

async function tokensOf(text: string): Promise<number> {
  const { countTokens } = await loadTokenizer();
  let tokens = 0;
  for (let at = 0; at < text.length; at += SLICE)
    // Marks such as <|endoftext|> in a page's text are text.
    tokens += countTokens(text.slice(at, at + SLICE), { disallowedSpecial: new Set() });
  return tokens;
}

async function fits({ pictures: _, ...answer }: ToolAnswer): Promise<boolean> {
  const text = JSON.stringify(answer);
  const bytes = Buffer.byteLength(text);
  return bytes <= SURE_BYTES || (bytes <= SURE_BYTES * 8 && (await tokensOf(text)) <= TARGET_TOKENS);
}

type Part = { path: string; bytes: number; entries: number; halve(): void };

/** Halves the part that holds most, again and again: entries of lists first, then texts. */
async function cut(answer: ToolAnswer): Promise<ToolAnswer> {
  const left: ToolAnswer = {
    ...answer,
    ...structuredClone({ data: answer.data, warnings: answer.warnings, nextActions: answer.nextActions }),
  };
  const shortened = new Set<string>();
  while (!(await fits(left))) {
    // Hundreds of texts are halved one after the other; other requests are answered meanwhile.
    await turn();
    const parts = partsOf(left as Record<string, unknown>);
    const lists = parts.filter(({ entries }) => entries > 1);
    const whole = Math.max(...parts.map(({ bytes }) => bytes), 0);
    // The list with most entries, of those that hold a good share of the answer: one page's findings, not the pages.
    const long = lists.filter(({ bytes }) => bytes * 4 >= whole).sort((a, b) => b.entries - a.entries)[0];
    const part = long ?? parts.sort((a, b) => b.bytes - a.bytes)[0];
    if (!part) throw new Error("An answer is too large and has no list and no text that could be shorter.");
    part.halve();
    shortened.add(part.path);
  }
  const names = [...shortened].slice(0, 5).join(", ");
  return withWarning(
    left,
    `The answer was over ${MAX_ANSWER_TOKENS.toLocaleString("en-US")} tokens: ${names} ${shortened.size === 1 ? "was" : "were"} cut. Ask for less at a time (a filter, a smaller limit, without verbose) to get the rest.`,
  );
}

function partsOf(root: Record<string, unknown>): Part[] {
  const parts: Part[] = [];
  const visit = (holder: Record<string, unknown> | unknown[], key: string | number, path: string) => {
    const value = (holder as Record<string | number, unknown>)[key];
    if (typeof value === "string" && value.length > SHORTEST_CUT)
      parts.push({
        path,
        bytes: Buffer.byteLength(value),
        entries: 0,
        halve: () => {
          (holder as Record<string | number, unknown>)[key] = `${value.slice(0, Math.floor(value.length / 2))}…`;
        },
      });
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      if (value.length > 1)
        parts.push({
          path,
          bytes: Buffer.byteLength(JSON.stringify(value)),
          entries: value.length,
          halve: () => value.splice(Math.ceil(value.length / 2)),
        });
      value.forEach((_, index) => {
        visit(value, index, path);
      });
      return;
    }
    for (const name of Object.keys(value))
      visit(value as Record<string, unknown>, name, path ? `${path}.${name}` : name);
  };
  for (const name of ["data", "warnings", "nextActions"]) visit(root, name, name);
  return parts;
}

function withWarning(answer: ToolAnswer, warning: string): ToolAnswer {
  return { ...answer, warnings: [...(answer.warnings ?? []), warning] };
}
