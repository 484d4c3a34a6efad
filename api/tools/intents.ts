// How messages ask for tools, as declared by each tool, with the descriptions of its args.
import type { SchemaObjectDescription } from "yup";
import { type Intent, TAKES } from "../../domain/guidance/intents.ts";
import type { AnyTool } from "./tool.ts";

/** Returns the intents of the tools that declare one. */
export function intentsOfTools(tools: readonly AnyTool[]): readonly Intent[] {
  return tools.flatMap((tool) =>
    tool.intent ? [{ ...tool.intent, tool: tool.name, ...ofArgs(tool, tool.intent) }] : [],
  );
}

/** A message may set the args that the tool declares. */
function ofArgs(
  tool: AnyTool,
  { needs = [] }: { needs?: Intent["needs"] },
): Pick<Intent, "changes" | "takes" | "needs"> {
  const { fields } = tool.schema.describe() as SchemaObjectDescription;
  const takes = TAKES.filter((name) => name in tool.args);
  const required = takes.filter((name) => {
    const field = fields[name];
    return field !== undefined && "optional" in field && !field.optional;
  });
  return { changes: tool.mutating, takes, needs: [...new Set([...required, ...needs])] };
}
