// SVC_TOOL_PROFILE: which tools MCP lists. `qa` has the agents' everyday tools; the last three are older names of it.
export const TOOL_PROFILES = ["qa", "full", "core", "vrt-qa", "frt-qa", "tracking-qa"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** What `core` lists, beside a tool that finds the others and one that calls them. */
export const CORE_TOOLS: readonly string[] = [
  "list_projects",
  "check_setup_health",
  "run_vrt",
  "wait_for_run",
  "get_run_failures",
  "explain_vrt_failure",
  "approve_vrt_results",
  "get_site_health",
  "get_job_status",
];

/** Whether a tool is listed under `profile`; every tool can be called under each of them. */
export function isListed(
  { name, profile: of }: { name: string; profile: "qa" | "full" },
  profile: ToolProfile,
): boolean {
  if (profile === "core") return CORE_TOOLS.includes(name);
  return profile === "full" || of === "qa";
}

/** Whether clients that were shown `profile` come to call a tool of `of`: under `core` one tool calls all. */
export const isReached = (of: "qa" | "full", profile: ToolProfile): boolean =>
  profile === "full" || profile === "core" || of === "qa";
