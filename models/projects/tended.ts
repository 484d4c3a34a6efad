// Whether a project waits for what is done once, or once a day, for each.
import type { Models } from "../index.ts";

/** Of each project one of these is true until its turn. */
const WAITING = (today: string): readonly Record<string, unknown>[] => [
  { problemsListed: { $ne: true } },
  { reviewFilled: { $ne: true } },
  { problemsSweptOn: { $ne: today } },
  { reviewSweptOn: { $ne: today } },
];

export async function hasUntendedProject(models: Models, now: Date): Promise<boolean> {
  const filter = { $or: [...WAITING(now.toISOString().slice(0, 10))] };
  return (await models.projects.exists(filter)) !== null;
}
