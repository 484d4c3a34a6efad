// Maps tools to the screens that show the same data.
import { paths } from "./paths.ts";
import { AUDIT_SCREENS } from "./words.ts";

/** Returns the screen for a call of a reading tool. */
export function screenOf(project: string, { tool, args }: { tool: string; args: object }): string {
  const { runId, pillar } = args as { runId?: unknown; pillar?: unknown };
  if (typeof runId === "string")
    return tool.includes("failures") ? paths.review(project, runId) : paths.run(project, runId);
  const named = AUDIT_SCREENS.find(({ name }) => name === pillar || tool.includes(name));
  if (named) return paths.audits(project, named.name);
  if (tool.startsWith("tracking")) return paths.tracking(project);
  if (tool.startsWith("frt") || tool.includes("feature")) return paths.functional(project);
  if (tool.includes("setup") || tool.includes("environment")) return paths.setup(project);
  if (tool.includes("scenario")) return paths.settings(project, "scenarios");
  return paths.runs(project);
}
