// SVC_TOOL_PROFILE: the tools that MCP lists. `qa` contains the everyday tools of agents; the last three are older names of `qa`.
export const TOOL_PROFILES = ["qa", "full", "core", "vrt-qa", "frt-qa", "tracking-qa"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** Returns whether a tool is listed under `profile`. Every tool can be called under every profile. */
export function isListed(
  { core, profile: of }: { core?: boolean; profile: "qa" | "full" },
  profile: ToolProfile,
): boolean {
  if (profile === "core") return core === true;
  return profile === "full" || of === "qa";
}

/** Returns whether clients with `profile` can reach a tool of the profile `of`. Under `core`, one tool calls all others. */
export const isReached = (of: "qa" | "full", profile: ToolProfile): boolean =>
  profile === "full" || profile === "core" || of === "qa";
