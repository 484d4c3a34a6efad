// What a call of a tool answers, as the dashboard sees it; types only.
import type { ToolFailure, ToolSuccess } from "../../../tools/envelope.ts";

export type { NextAction } from "../../../tools/tool.ts";
export type { ToolFailure };

/** `D`: the tool's own data, as its declaration says it (GET /api/mcp has its JSON schema). */
export type ToolResponse<D = unknown> = (Omit<ToolSuccess, "data"> & { data: D }) | ToolFailure;
