// SVC_TOOL_PROFILE: which tools MCP lists. `qa` has the agents' everyday tools; the last three are older names of it.
export const TOOL_PROFILES = ["qa", "full", "core", "vrt-qa", "frt-qa", "tracking-qa"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** Whether clients that were shown `profile` come to call a tool of `of`: under `core` one tool calls all. */
export const isReached = (of: "qa" | "full", profile: ToolProfile): boolean =>
  profile === "full" || profile === "core" || of === "qa";
