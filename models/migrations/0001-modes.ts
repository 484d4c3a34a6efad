// A scenario has one shot per mode, and the index of 0.1.0 would reject the second.
import { dropIndex } from "../lib/dropIndex.ts";
import type { Migration } from "./migration.ts";

const RETIRED = "runId_1_scenarioId_1_selector_1_viewport_1_browser_1";

export const modes: Migration = {
  version: 1,
  about: "adding modes to shots",
  contract: ({ shots }) => dropIndex(shots.collection, RETIRED),
};
