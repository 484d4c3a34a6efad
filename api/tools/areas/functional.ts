// Tools for functional tests.
import type { AnyTool } from "../tool.ts";
import { createTools } from "./functional/create.ts";
import { exploreTools } from "./functional/explore.ts";
import { findTools } from "./functional/find.ts";
import { healTools } from "./functional/heal.ts";
import { inspectTools } from "./functional/inspect.ts";
import { recordingTools } from "./functional/recording.ts";
import { recordTools } from "./functional/records.ts";
import { functionalRunTools } from "./functional/runs.ts";

export const functionalTools: readonly AnyTool[] = [
  ...findTools,
  ...createTools,
  ...inspectTools,
  ...functionalRunTools,
  ...healTools,
  ...recordTools,
  ...exploreTools,
  ...recordingTools,
];
