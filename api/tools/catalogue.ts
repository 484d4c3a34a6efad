// The full catalogue of GET /api/mcp: what every tool takes, returns and requires.
import { dataSchemaOf, inputSchemaOf } from "./jsonSchema.ts";
import { TOOLS } from "./registry.ts";
import { type AnyTool, rightOf } from "./tool.ts";

/** Returns a valid body of the invoke endpoints. */
export function exampleCall({ name, example, mutating }: AnyTool) {
  return { tool: name, args: { ...example, ...(mutating && { confirm: true }) } };
}

export function catalogueEntry(tool: AnyTool) {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    area: tool.area,
    profile: tool.profile,
    core: tool.core ?? false,
    mutating: tool.mutating,
    ...(tool.mutating && { destructive: tool.destructive ?? false, idempotent: tool.idempotent ?? false }),
    openWorld: tool.openWorld ?? false,
    async: tool.async ?? false,
    ciShape: tool.ci !== undefined,
    requires: tool.mutating
      ? { confirm: true, scope: "mcp_full", plan: "hobby" }
      : { confirm: false, scope: rightOf(tool) === "mcpWrite" ? "mcp_full" : "mcp_read", plan: "free" },
    inputSchema: inputSchemaOf(tool),
    /** Args that MCP does not list. */
    quiet: tool.quiet ?? [],
    dataSchema: dataSchemaOf(tool),
    /** Parts of `data` that quote tested pages. */
    pageText: tool.pageText ?? [],
    example: exampleCall(tool),
  };
}

type Entry = ReturnType<typeof catalogueEntry>;
const known = new WeakMap<readonly AnyTool[], readonly Entry[]>();

/** Cached and shared, because converting the schemas to JSON Schema takes a while. */
export function entriesOf(tools: readonly AnyTool[]): readonly Entry[] {
  const entries = known.get(tools) ?? tools.map(catalogueEntry);
  known.set(tools, entries);
  return entries;
}

export function catalogue(version: string | undefined, tools: readonly AnyTool[] = TOOLS) {
  return {
    service: "plumbline",
    ...(version ? { version } : {}),
    invoke: "/api/mcp/v1/invoke",
    /** Described once for all tools, because every word of a description costs tokens. */
    links:
      "Signed links in answers open one file without a key until they expire. They are absolute when the service knows its public address (SVC_PUBLIC_URL); otherwise they are paths of this service.",
    count: tools.length,
    tools: entriesOf(tools),
  };
}
