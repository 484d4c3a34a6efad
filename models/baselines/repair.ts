// Repairs the pointers of a restored database. A backup reads baselines before their history, so a baseline that was promoted in between
// comes back with a pointer to an older version, or with none.
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import { movePointer } from "./promote.ts";
import { historiesOf } from "./queries.ts";
import { keyOfEntries } from "./rollbackRun.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";

/** Moves every pointer to the newest version of its history. Returns how many moved. Safe to repeat. */
export async function repairPointers(models: Models): Promise<number> {
  const newest = new Map<string, number>();
  const fields = { baselineId: 1, version: 1 } as const;
  await eachInTurns<BaselineVersion>(models.baselineVersions, {}, { fields }, ({ baselineId, version }) => {
    if ((newest.get(baselineId) ?? 0) < version) newest.set(baselineId, version);
  });
  await eachInTurns<Baseline>(models.baselines, {}, { fields: { version: 1 } }, ({ _id, version }) => {
    if (version >= (newest.get(_id) ?? 0)) newest.delete(_id);
  });
  let moved = 0;
  for (const baselineId of newest.keys()) {
    const entries = await historiesOf(models, [baselineId]);
    const key = await keyOfEntries(models, baselineId, entries);
    const [latest] = entries;
    if (!key || !latest) continue;
    await movePointer(models, key, latest);
    moved += 1;
  }
  return moved;
}
