// Which tools a profile lists.
import type { ToolProfile } from "../domain/toolProfiles.ts";

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
