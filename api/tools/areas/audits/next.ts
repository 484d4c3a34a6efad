// Calls that make sense after several of the tools for audits.
import { PILLAR_NAME, type Pillar } from "../../../../domain/audit/pillars.ts";
import type { NextAction } from "../../tool.ts";

export const waitFor = (project: string, runId: string): NextAction => ({
  label: "Wait for the run",
  tool: "wait_for_run",
  args: { project, runId },
});

export const reportOf = (project: string, pillar: Pillar, runId: string): NextAction => ({
  label: `${PILLAR_NAME[pillar]} report`,
  tool: "get_pillar_report",
  args: { project, pillar, runId },
});

export const failuresOf = (project: string, runId: string): NextAction => ({
  label: "What failed",
  tool: "get_run_failures",
  args: { project, runId },
});
