// Indexes of earlier versions that would refuse what this one writes.
import type { Models } from "./index.ts";

const RETIRED: readonly { collection: keyof Models; index: string }[] = [
  // A scenario has a shot in each mode now.
  { collection: "shots", index: "runId_1_scenarioId_1_selector_1_viewport_1_browser_1" },
];

/** Safe to call by several processes at once and at each start. */
export async function dropRetiredIndexes(models: Models): Promise<void> {
  for (const { collection, index } of RETIRED) {
    const { collection: stored } = models[collection];
    const names = (await stored.indexes().catch(() => [])).map(({ name }) => name);
    if (!names.includes(index)) continue;
    await stored.dropIndex(index).catch(async (error: unknown) => {
      // Another process was faster.
      const left = (await stored.indexes()).map(({ name }) => name);
      if (left.includes(index)) throw error;
    });
  }
}
