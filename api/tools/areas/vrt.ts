// Tools for visual tests: scenarios, runs, failures, approvals and rules.
import type { AnyTool } from "../tool.ts";
import { approvalTools } from "./vrt/approval.ts";
import { diffTools } from "./vrt/diff.ts";
import { failureTools } from "./vrt/failures.ts";
import { historyTools } from "./vrt/history.ts";
import { ruleTools } from "./vrt/rules.ts";
import { runTools } from "./vrt/runs.ts";
import { scenarioTools } from "./vrt/scenarios.ts";

export const vrtTools: readonly AnyTool[] = [
  ...scenarioTools,
  ...runTools,
  ...failureTools,
  ...diffTools,
  ...approvalTools,
  ...ruleTools,
  ...historyTools,
];
