// Calls of tools that guidance advises: always with the project, and with the environment where one was asked for.
import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import { inWords } from "../health/figures.ts";
import type { Facts } from "./facts.ts";

/** `changes`: the tool changes something, so a person confirms it first. */
export type Call = { label: string; tool: string; args: Record<string, unknown>; changes: boolean };

/** Tools that guidance advises and that change something. */
const CHANGING: ReadonlySet<string> = new Set([
  "approve_vrt_results",
  "crawl_site",
  "create_comparison_rule",
  "create_content_rule",
  "create_scenario",
  "post_pr_comment",
  "run_a11y",
  "run_baseline",
  "run_full_audit",
  "run_perf",
  "run_security",
  "run_seo",
  "run_tracking",
  "run_vrt",
  "tracking_discover_from_pages",
]);

/** Tools that take no environment into account: sending one would only confuse. */
const WITHOUT_ENVIRONMENT: ReadonlySet<string> = new Set(["tracking_discover_from_pages"]);

export const changesSomething = (tool: string): boolean => CHANGING.has(tool);

export function callOf(
  { project, environment }: Pick<Facts, "project" | "environment">,
  label: string,
  tool: string,
  args: Record<string, unknown> = {},
): Call {
  const place = environment !== null && !WITHOUT_ENVIRONMENT.has(tool) ? { environment } : {};
  return { label, tool, args: { project, ...place, ...args }, changes: changesSomething(tool) };
}

/** A filter names what is meant; all of them need no filter, and a filter has at most 1,000 entries. */
export function filterOf<T extends string>(
  name: string,
  wanted: readonly T[],
  all: number,
): Record<string, readonly T[]> {
  return wanted.length === all || wanted.length === 0 || wanted.length > 1_000 ? {} : { [name]: wanted };
}

/** Runs of these pillars; a visual test of its own has a tool of its own. */
export function callToRun(place: Pick<Facts, "project" | "environment">, ...pillars: Pillar[]): Call {
  if (pillars.length === 1 && pillars[0] === "visual") return callOf(place, "Run the visual test", "run_vrt");
  return callOf(place, `Run ${inWords(pillars.map((pillar) => PILLAR_NAME[pillar]))}`, "run_full_audit", { pillars });
}
