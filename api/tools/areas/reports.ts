// Tools for reports and histories of audits.
import type { AnyTool } from "../tool.ts";

export const reportTools: readonly AnyTool[] = [];
