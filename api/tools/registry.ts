// All tools, from the area files of this folder. A new tool is added to the list of its area.

import { hintOf } from "../../domain/nearest.ts";
import { isListed, type ToolProfile } from "../../domain/toolProfiles.ts";
import { auditTools } from "./areas/audits.ts";
import { functionalTools } from "./areas/functional.ts";
import { guidanceTools } from "./areas/guidance.ts";
import { jobTools } from "./areas/jobs.ts";
import { listMyTools } from "./areas/myTools.ts";
import { pageTools } from "./areas/pages.ts";
import { reportTools } from "./areas/reports.ts";
import { setupTools } from "./areas/setup.ts";
import { trackingTools } from "./areas/tracking.ts";
import { vrtTools } from "./areas/vrt.ts";
import { ToolError } from "./envelope.ts";
import type { AnyTool } from "./tool.ts";

export const TOOLS: readonly AnyTool[] = [
  ...setupTools,
  listMyTools,
  ...jobTools,
  ...vrtTools,
  ...functionalTools,
  ...pageTools,
  ...auditTools,
  ...reportTools,
  ...trackingTools,
  ...guidanceTools,
];

if (new Set(TOOLS.map(({ name }) => name)).size !== TOOLS.length) throw new Error("Two tools have the same name.");

/** Returns the tool. Throws not_found with the closest names. */
export function findTool(name: string, tools: readonly AnyTool[] = TOOLS): AnyTool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const hint = hintOf(
    name,
    tools.map((one) => one.name),
    "GET /api/mcp lists all tools.",
  );
  throw new ToolError("not_found", `There is no tool "${name.slice(0, 100)}".${hint}`);
}

/** Returns the tools that a profile lists; every tool can be called under any profile. */
export function toolsOf(profile: ToolProfile, tools: readonly AnyTool[] = TOOLS): readonly AnyTool[] {
  return tools.filter((tool) => isListed(tool, profile));
}
