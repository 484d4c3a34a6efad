// Stores the announced time of the next sweep.
import type { Models } from "../index.ts";
import { ONLY } from "./schema.ts";

export async function announcedSweep({ installations }: Models): Promise<Date | null> {
  return (await installations.findById(ONLY, { sweepAt: 1 }).lean())?.sweepAt ?? null;
}

export async function announceSweep({ installations }: Models, at: Date): Promise<void> {
  await installations.updateOne({ _id: ONLY }, { $set: { sweepAt: at } });
}
