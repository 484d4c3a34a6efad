// A scenario has a shot in each mode: the index of 0.1.0 would refuse the second one.
import type { Models } from "../index.ts";
import type { Migration } from "./migration.ts";

const RETIRED = "runId_1_scenarioId_1_selector_1_viewport_1_browser_1";

export const modes: Migration = {
  version: 1,
  about: "shots have modes",
  contract: dropRetired,
};

async function dropRetired({ shots: { collection } }: Models): Promise<void> {
  const isThere = async () => (await collection.indexes()).some(({ name }) => name === RETIRED);
  if (!(await isThere())) return;
  try {
    await collection.dropIndex(RETIRED);
  } catch (error) {
    // A migration that lost its lease may have been faster.
    if (await isThere()) throw error;
  }
}
