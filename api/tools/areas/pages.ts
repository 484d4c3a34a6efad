// Tools for looking at one page.
import type { AnyTool } from "../tool.ts";

export const pageTools: readonly AnyTool[] = [];
