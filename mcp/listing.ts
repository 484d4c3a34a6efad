// Describes a tool of the catalogue for tools/list. Every word costs agents tokens in every conversation.
import type { Tool } from "@modelcontextprotocol/server";
import { isReached, type ToolProfile } from "../domain/toolProfiles.ts";
import type { Envelope, McpBackend, ToolDescription } from "./backend.ts";
import { listedActions } from "./equals.ts";

/**
 * Only says that answers have structured content. The envelope and each tool's `data` are described in GET /api/mcp; here they would cost
 * more than all descriptions together.
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
 * Wraps the backend so that it suggests only tools that the profile lists, because clients refuse to call tools that they were not shown.
 * Over HTTP every tool can be called, and with `core` through call_tool, so there suggestions are complete.
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
      // The call has been made; without a catalogue, its answer is returned unchanged.
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

/** Returns the suggestions in the result of a finished job, which repeats those of the envelope. */
function actionsInside(data: unknown): { data: object; result: object; nextActions: Actions } | null {
  const result = (data as { result?: unknown } | null)?.result as { nextActions?: unknown } | null | undefined;
  if (!Array.isArray(result?.nextActions)) return null;
  return { data: data as object, result: result as object, nextActions: result.nextActions as Actions };
}

const BOUNDS = new Set(["maxLength", "minLength", "maxItems"]);

/** Returns the hints that differ from the protocol's defaults, and the two that clients ask for by name. */
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
 * Reduces each field to one type, without the `null` or string that is also accepted, because some clients convert schemas to a dialect
 * without type lists and refuse the tool. The tools still accept both, as described in GET /api/mcp. Length limits are omitted as well: no
 * sensible call comes near them, and they would cost a tenth of the list in every conversation.
 */
export function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(BOUNDS.has(key) && typeof value === "number"));
  // The pattern applies to the string form of a number.
  const isNumber = "type" in schema && Array.isArray(schema.type) && schema.type[0] === "integer";
  return Object.fromEntries(
    (isNumber ? entries.filter(([key]) => key !== "pattern") : entries).map(([key, value]) => {
      if (key === "type" && Array.isArray(value)) return [key, value.find((type) => type !== "null")];
      if (key === "enum" && Array.isArray(value)) return [key, value.filter((one) => one !== null)];
      return [key, portable(value)];
    }),
  );
}
