// A tool of the catalogue as tools/list shows it. Agents pay for each word of it in every conversation.
import type { Tool } from "@modelcontextprotocol/server";
import { isReached, type ToolProfile } from "../domain/toolProfiles.ts";
import type { Envelope, McpBackend, ToolDescription } from "./backend.ts";
import { listedActions } from "./equals.ts";

/**
 * That answers have structured content. The envelope and each tool's `data` are in GET /api/mcp: here they would cost more than all
 * descriptions together.
 */
const OUTPUT_SCHEMA = { type: "object" } as const;

export function listedTool(tool: ToolDescription): Tool {
  const { name, title, description, inputSchema } = tool;
  return {
    name,
    title,
    description,
    inputSchema: { ...(portable(withoutQuiet(inputSchema, tool.quiet)) as object), type: "object" },
    outputSchema: OUTPUT_SCHEMA,
    annotations: annotationsOf(tool),
  } as Tool;
}

/**
 * The backend, with no suggestion of a tool that the profile does not list: clients refuse to call what they were not
 * shown. Over HTTP every tool can be called, and under `core` by call_tool: there suggestions are whole.
 */
export function suggestingListed(backend: McpBackend, profile: ToolProfile): McpBackend {
  if (isReached("full", profile)) return backend;
  return {
    ...backend,
    async invoke(tool, args, signal) {
      const outcome = await backend.invoke(tool, args, signal);
      const { nextActions, data } = outcome.envelope;
      const inside = actionsInside(data);
      if (nextActions.length === 0 && inside === null) return outcome;
      // The call was made: without a catalogue its answer stands as it is.
      const tools = await backend.tools().catch(() => null);
      if (tools === null) return outcome;
      const listed = new Set(tools.filter((one) => isReached(one.profile, profile)).map(({ name }) => name));
      const envelope = { ...outcome.envelope, nextActions: listedActions(nextActions, listed) };
      if (inside === null) return { ...outcome, envelope };
      const result = { ...inside.result, nextActions: listedActions(inside.nextActions, listed) };
      return { ...outcome, envelope: { ...envelope, data: { ...inside.data, result } } };
    },
  };
}

type Actions = Envelope["nextActions"];

/** Suggestions in the result of a finished job, which says them as the envelope does. */
function actionsInside(data: unknown): { data: object; result: object; nextActions: Actions } | null {
  const result = (data as { result?: unknown } | null)?.result as { nextActions?: unknown } | null | undefined;
  if (!Array.isArray(result?.nextActions)) return null;
  return { data: data as object, result: result as object, nextActions: result.nextActions as Actions };
}

const BOUNDS = new Set(["maxLength", "minLength", "maxItems"]);

/** The hints that differ from what the protocol assumes of a tool without any, and the two that clients ask for by name. */
function annotationsOf({ mutating, destructive = false, idempotent = false, openWorld }: ToolDescription) {
  return {
    readOnlyHint: !mutating,
    ...(mutating && { destructiveHint: destructive, ...(idempotent && { idempotentHint: true }) }),
    openWorldHint: openWorld,
  };
}

function withoutQuiet(schema: Record<string, unknown>, quiet: readonly string[]): Record<string, unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, unknown>);
  return { ...schema, properties: Object.fromEntries(properties.filter(([name]) => !quiet.includes(name))) };
}

/**
 * With one type a field, without the `null` or the text that is taken for it as well: some clients turn schemas into a
 * dialect without lists of types and refuse the tool. The tools take both all the same, as GET /api/mcp says. It also says how long
 * texts and lists may be, which no sensible call comes near: in every conversation these bounds would cost a tenth of the list.
 */
export function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(BOUNDS.has(key) && typeof value === "number"));
  // A pattern is of the text beside a number.
  const isNumber = "type" in schema && Array.isArray(schema.type) && schema.type[0] === "integer";
  return Object.fromEntries(
    (isNumber ? entries.filter(([key]) => key !== "pattern") : entries).map(([key, value]) => {
      if (key === "type" && Array.isArray(value)) return [key, value.find((type) => type !== "null")];
      if (key === "enum" && Array.isArray(value)) return [key, value.filter((one) => one !== null)];
      return [key, portable(value)];
    }),
  );
}
