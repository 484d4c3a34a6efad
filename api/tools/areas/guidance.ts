// Tools that suggest what to do next, and why.
import type { AnyTool } from "../tool.ts";
import { adviceTools } from "./guidance/advice.ts";
import { understandingTools } from "./guidance/understanding.ts";

export const guidanceTools: readonly AnyTool[] = [...adviceTools, ...understandingTools];
