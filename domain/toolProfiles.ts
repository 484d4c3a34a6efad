// SVC_TOOL_PROFILE: which tools MCP lists. `qa` has the agents' everyday tools; the last three are older names of it.
export const TOOL_PROFILES = ["qa", "full", "vrt-qa", "frt-qa", "tracking-qa"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** Whether a tool of profile `of` is listed under `profile`; every tool can be called under each of them. */
export function isListed(of: "qa" | "full", profile: ToolProfile): boolean {
  return profile === "full" || of === "qa";
}
