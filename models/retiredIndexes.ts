// Indexes of earlier versions that would refuse what this one writes.
import type { Collection } from "mongoose";

/** A scenario has a shot in each mode now. */
const RETIRED = { shots: "runId_1_scenarioId_1_selector_1_viewport_1_browser_1" } as const;
type Indexed = Readonly<Record<keyof typeof RETIRED, { collection: Pick<Collection, "indexes" | "dropIndex"> }>>;

/** Safe to call by several processes at once and at each start, when the collections are there. */
export async function dropRetiredIndexes({ shots: { collection } }: Indexed): Promise<void> {
  const isThere = async () => (await collection.indexes()).some(({ name }) => name === RETIRED.shots);
  if (!(await isThere())) return;
  try {
    await collection.dropIndex(RETIRED.shots);
  } catch (error) {
    // Another process may have been faster.
    if (await isThere()) throw error;
  }
}
