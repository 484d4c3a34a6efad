// How messages ask for tools, as each tool declares it, with what its args say.
import type { SchemaObjectDescription } from "yup";
import { type Intent, TAKES } from "../../domain/guidance/intents.ts";
import type { AnyTool } from "./tool.ts";

/** Of the tools that say how they are asked for. */
export function intentsOfTools(tools: readonly AnyTool[]): readonly Intent[] {
  return tools.flatMap((tool) =>
    tool.intent ? [{ ...tool.intent, tool: tool.name, ...ofArgs(tool, tool.intent) }] : [],
  );
}

/** A message may fill what the tool declares, and the project of one that works in a project. */
function ofArgs(
  tool: AnyTool,
  { needs = [] }: { needs?: Intent["needs"] },
): Pick<Intent, "changes" | "takes" | "needs"> {
  const { fields } = tool.schema.describe() as SchemaObjectDescription;
  const takes = TAKES.filter((name) => name in tool.args || (name === "project" && tool.project));
  const required = takes.filter((name) => {
    const field = fields[name];
    return field !== undefined && "optional" in field && !field.optional;
  });
  return { changes: tool.mutating, takes, needs: [...new Set([...required, ...needs])] };
}
