// SVC_TOOL_PROFILE: which tools MCP lists. `qa` has the agents' everyday tools; the last three are older names of it.
export const TOOL_PROFILES = ["qa", "full", "core", "vrt-qa", "frt-qa", "tracking-qa"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** Whether a tool is listed under `profile`; every tool can be called under each of them. */
export function isListed(
  { core, profile: of }: { core?: boolean; profile: "qa" | "full" },
  profile: ToolProfile,
): boolean {
  if (profile === "core") return core === true;
  return profile === "full" || of === "qa";
}

/** Whether clients that were shown `profile` come to call a tool of `of`: under `core` one tool calls all. */
export const isReached = (of: "qa" | "full", profile: ToolProfile): boolean =>
  profile === "full" || profile === "core" || of === "qa";
