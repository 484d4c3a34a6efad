// Tools of functional tests.
import type { AnyTool } from "../tool.ts";
import { findTools } from "./functional/find.ts";
import { functionalRunTools } from "./functional/runs.ts";

export const functionalTools: readonly AnyTool[] = [...findTools, ...functionalRunTools];
