// A scenario has a shot in each mode: the index of 0.1.0 would refuse the second one.
import { dropIndex } from "../lib/dropIndex.ts";
import type { Migration } from "./migration.ts";

const RETIRED = "runId_1_scenarioId_1_selector_1_viewport_1_browser_1";

export const modes: Migration = {
  version: 1,
  about: "shots have modes",
  contract: ({ shots }) => dropIndex(shots.collection, RETIRED),
};
