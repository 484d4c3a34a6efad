// Generates the tool reference: tables in docs/tools.md and docs/tools-full.md, and a snapshot of each tool that callers rely on.
import { dataSchemaOf, inputSchemaOf, type JsonSchema } from "./jsonSchema.ts";
import { TOOLS } from "./registry.ts";
import { type AnyTool, TOOL_AREAS } from "./tool.ts";

/** The page that contains the tools of each profile. */
export const TOOL_PAGES = [
  { file: "docs/tools.md", profile: "qa" },
  { file: "docs/tools-full.md", profile: "full" },
] as const;

/** Returns a table for each area; required args are bold, quiet ones are omitted. */
export function toolTables(tools: readonly AnyTool[] = TOOLS): string {
  return TOOL_AREAS.map((area) => ({ area, own: tools.filter((tool) => tool.area === area) }))
    .filter(({ own }) => own.length > 0)
    .map(({ area, own }) => [`| ${area} | | args |`, "| --- | --- | --- |", ...own.map(row)].join("\n"))
    .join("\n\n");
}

function row(tool: AnyTool): string {
  const { properties = {}, required = [] } = inputSchemaOf(tool, { quiet: false }) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const args = Object.keys(properties)
    .filter((name) => name !== "confirm")
    .map((name) => (required.includes(name) ? `**${name}**` : name));
  const marks = [tool.mutating ? "changes" : "", tool.async ? "job" : "", tool.ci ? "CI body" : ""].filter(Boolean);
  const title = marks.length > 0 ? `${tool.title} (${marks.join(", ")})` : tool.title;
  return `| \`${tool.name}\` | ${title} | ${args.join(", ")} |`;
}

/** Returns name, flags, args and data: everything whose change a caller would notice. */
export function toolSnapshot(tool: AnyTool) {
  return {
    name: tool.name,
    area: tool.area,
    profile: tool.profile,
    mutating: tool.mutating,
    destructive: tool.destructive ?? false,
    idempotent: tool.idempotent ?? false,
    openWorld: tool.openWorld ?? false,
    async: tool.async ?? false,
    ci: tool.ci?.status ?? null,
    project: tool.project,
    quiet: tool.quiet ?? [],
    args: inputSchemaOf(tool),
    data: dataSchemaOf(tool),
  };
}
