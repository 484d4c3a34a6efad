// The profile `core`, for clients with little context to spare: a few tools, one that finds the others by what they do, and one that calls
// them.

import type { Tool } from "@modelcontextprotocol/server";
import { isFields } from "../domain/fields.ts";
import { plural } from "../domain/text.ts";
import { type Envelope, refusal, type ToolDescription } from "./backend.ts";
import { listedTool, portable } from "./listing.ts";

export const FIND = "find_tools";
export const CALL = "call_tool";

/** Maximum number of tools in a search result. */
const MAX_FOUND = 5;
const MAX_VALUES = 10;
const MAX_DEPTH = 1;

const FIND_TOOL: Tool = {
  name: FIND,
  description: "Finds tools by what they do, with their args. * is required.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const CALL_TOOL: Tool = {
  name: CALL,
  description: "Calls any tool, found by find_tools or named in nextActions.",
  inputSchema: {
    type: "object",
    properties: { tool: { type: "string" }, args: { type: "object" } },
    required: ["tool"],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};

/** Returns the tools as `core` lists them: the first sentence of each description, and what clients need to call them. */
export function coreListing(tools: readonly ToolDescription[]): Tool[] {
  const listed = tools.map((tool) => {
    const { outputSchema: _, title: __, description, ...rest } = listedTool(tool);
    return { ...rest, description: firstSentence(description ?? "") } as Tool;
  });
  return [FIND_TOOL, CALL_TOOL, ...listed];
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

export type Call = { name: string; args: Record<string, unknown> };

/** Returns the name of the tool that is actually called: the one wrapped by `call_tool`. */
export const meantTool = (name: string, args: Record<string, unknown>): string =>
  name === CALL && typeof args.tool === "string" ? args.tool : name;

/** Returns the call that is actually made. The args wrapped by `call_tool` may be JSON text, as some models write them. */
export function meantCall(name: string, args: Record<string, unknown>): Call {
  if (name !== CALL || typeof args.tool !== "string") return { name, args };
  const { tool, args: inner, ...beside } = args;
  const parsed = typeof inner === "string" ? fromText(inner) : inner;
  // `confirm` next to the args instead of inside them means the same.
  const confirm = beside.confirm === true ? { confirm: true } : {};
  return { name: tool, args: { ...(isFields(parsed) ? parsed : {}), ...confirm } };
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the error for a `call_tool` without a tool name. */
export const noToolNamed = (): Envelope =>
  refusal(CALL, {
    code: "validation_error",
    message: "tool is required: the name of a tool. find_tools finds it.",
    recoverable: true,
  });

/** Maximum number of characters of a query that are considered. */
const MAX_QUERY = 300;

/** Returns the tools that match the query, best first, each with a line that describes its args. */
export function findTools(tools: readonly ToolDescription[], query: string): Envelope {
  const asked = query.slice(0, MAX_QUERY);
  const known = wordsOfAll.get(tools) ?? tools.map(wordsOfTool);
  wordsOfAll.set(tools, known);
  // A word that many tools share, such as page, says little.
  const words = wordsOf(asked).map((word) => {
    const having = known.filter(({ all }) => all.has(word)).length;
    return { word, weight: Math.sqrt(Math.log(2 + tools.length / Math.max(1, having))) };
  });
  const found = tools
    .map((tool, at) => ({ tool, score: scoreOf(tool, known[at], words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ tool }) => ({
      call: `${tool.name}(${signatureOf(tool)})`,
      does: tool.description,
      ...(tool.mutating && { changes: true }),
    }));
  return {
    ok: true,
    tool: FIND,
    summary:
      found.length === 0
        ? "No tool fits. Use other words, such as: run audit, approve, findings."
        : `${plural(found.length, "tool")}.`,
    data: { tools: found },
    warnings: [],
    nextActions: [],
  };
}

/** Returns the words without their endings, so that `failures` finds `failed`. */
const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter((word) => word.length > 2).map(stem);
const stem = (word: string): string => word.replace(/(?:ures?|ing|ed|ies|es|s|e|y)$/, "").padEnd(3, word.slice(-1));

type Words = { name: Set<string>; title: Set<string>; all: Set<string> };

/** Words of each catalogue, extracted once because a catalogue does not change. */
const wordsOfAll = new WeakMap<readonly ToolDescription[], readonly Words[]>();

/** Returns the words of a tool, including those of its args, which say what it can ignore or export. */
function wordsOfTool({ name, title, description, inputSchema }: ToolDescription): Words {
  const values = [...JSON.stringify(inputSchema).matchAll(/"([a-zA-Z][\w-]*)"/g)].map(([, word]) => word).join(" ");
  const [inName, inTitle, inText] = [name, title, `${description} ${values}`].map((text) => new Set(wordsOf(text)));
  const all = new Set([...(inName ?? []), ...(inTitle ?? []), ...(inText ?? [])]);
  return { name: inName ?? new Set(), title: inTitle ?? new Set(), all };
}

/** Scores a tool. Its name counts most, because it says what the tool does. Everyday tools come before specialised ones that match equally well. */
function scoreOf(
  { profile }: ToolDescription,
  known: Words | undefined,
  words: readonly { word: string; weight: number }[],
): number {
  let score = 0;
  for (const { word, weight } of words) {
    const place = known?.name.has(word) ? 5 : known?.title.has(word) ? 3 : known?.all.has(word) ? 1 : 0;
    score += place * weight;
  }
  return score > 0 && profile === "qa" ? score * 1.1 : score;
}

type Field = { type?: unknown; const?: unknown; enum?: unknown[]; items?: Field; properties?: Record<string, Field> };

/** Returns the args on one line: `scenarioLabel*, viewport*: phone|tablet|desktop, limit: integer`. Strings are not labelled. */
export function signatureOf({ inputSchema, quiet }: ToolDescription): string {
  const { properties = {}, required = [] } = portable(inputSchema) as {
    properties?: Record<string, Field>;
    required?: string[];
  };
  return Object.entries(properties)
    .filter(([name]) => !quiet.includes(name))
    .map(([name, field]) => {
      const type = typeOf(field);
      return `${name}${required.includes(name) ? "*" : ""}${type === "string" ? "" : `: ${type}`}`;
    })
    .join(", ");
}

/** Anything nested deeper is just `object`; the error of a refused call names what was missing in it. */
function typeOf(field: Field, depth = MAX_DEPTH): string {
  if (field.enum && field.enum.length <= MAX_VALUES) return field.enum.join("|");
  if (field.type === "array") return `${typeOf(field.items ?? {}, depth)}[]`;
  if (field.type === "object" && field.properties && depth > 0)
    return `{${Object.entries(field.properties)
      .slice(0, MAX_VALUES)
      .map(([name, inner]) => ({ name, type: typeOf(inner, depth - 1) }))
      .map(({ name, type }) => (type === "string" ? name : `${name}: ${type}`))
      .join(", ")}}`;
  if ("const" in field) return String(field.const);
  return typeof field.type === "string" ? field.type : "any";
}
