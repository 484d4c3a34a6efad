// Tools for jobs that take longer than a call.
import type { AnyTool } from "../tool.ts";

export const jobTools: readonly AnyTool[] = [];
