// Checks whether a project is waiting for its daily work.
import type { Models } from "../index.ts";

/** At least one of these conditions is true for a project until its daily work is done. */
const WAITING = (today: string): readonly Record<string, unknown>[] => [
  { problemsSweptOn: { $ne: today } },
  { reviewSweptOn: { $ne: today } },
];

export async function hasUntendedProject(models: Models, now: Date): Promise<boolean> {
  const filter = { $or: [...WAITING(now.toISOString().slice(0, 10))] };
  return (await models.projects.exists(filter)) !== null;
}
