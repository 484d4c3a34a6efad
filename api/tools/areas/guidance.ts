// Tools for what to do next, and why.
import type { AnyTool } from "../tool.ts";

export const guidanceTools: readonly AnyTool[] = [];
