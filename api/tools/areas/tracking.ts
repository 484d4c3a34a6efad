// Tools for the tracking plan and its audits.
import type { AnyTool } from "../tool.ts";

export const trackingTools: readonly AnyTool[] = [];
