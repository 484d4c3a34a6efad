// Starts visual runs.
import { startRunTool } from "../../startRunTool.ts";
import type { AnyTool } from "../../tool.ts";

const runBaseline = startRunTool({
  name: "run_baseline",
  title: "Capture baselines",
  type: "baseline",
  area: "vrt",
  profile: "qa",
  description:
    "Captures new baselines of the scenarios, for run_vrt. Returns the runId immediately; then call wait_for_run.",
  intent: {
    does: "captures baselines",
    when: [["baseline", "run"], ["baseline", "create"], ["baseline"]],
    not: ["approve", "question"],
  },
  shows: ["browsers"],
});

const runVrt = startRunTool({
  name: "run_vrt",
  title: "Visual test",
  type: "test",
  area: "vrt",
  profile: "qa",
  core: true,
  description:
    "Compares the scenarios with their baselines. Returns the runId immediately; then call wait_for_run, and get_run_failures when it failed.",
  intent: {
    does: "starts a visual test",
    when: [["run", "scenario"], ["run"]],
    not: ["audit", "baseline", "merge", "release", "question"],
    hints: ["scenarios", "browsers"],
  },
  shows: ["browsers"],
});

export const runTools: readonly AnyTool[] = [runBaseline, runVrt];
