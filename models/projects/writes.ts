// Creates and changes projects. Every change of what people edit increments `rev`.
import type { Models } from "../index.ts";
import { unchangedSince } from "../lib/unchangedSince.ts";
import type { Project } from "./schema.ts";

/** Rejects with a duplicate key error if the organisation has a project with that slug. */
export async function insertProject(models: Models, project: Project): Promise<void> {
  await models.projects.create(project);
}

/** Changes the project if it is unchanged since it was read; otherwise returns false. */
export async function changeUnchangedProject(
  models: Models,
  project: Pick<Project, "_id" | "rev">,
  set: Partial<Project>,
): Promise<boolean> {
  const { matchedCount } = await models.projects.updateOne(unchangedSince(project), { $set: set, $inc: { rev: 1 } });
  return matchedCount === 1;
}

/** Takes the lock for applying a project file until `until`. Returns false if another caller holds it. */
export async function takeApplying(
  models: Models,
  projectId: string,
  { holder, until, at }: { holder: string; until: Date; at: Date },
): Promise<boolean> {
  const free = { _id: projectId, $or: [{ applyingUntil: null }, { applyingUntil: { $lt: at } }] };
  const taken = await models.projects.updateOne(free, { $set: { applying: holder, applyingUntil: until } });
  return taken.matchedCount > 0;
}

/** Extends the lock until `until`. Returns false if it was lost. */
export async function keepApplying(
  models: Models,
  projectId: string,
  { holder, until }: { holder: string; until: Date },
): Promise<boolean> {
  const mine = { _id: projectId, applying: holder };
  return (await models.projects.updateOne(mine, { $set: { applyingUntil: until } })).matchedCount > 0;
}

/** Releases the lock, unless it was lost. */
export async function endApplying(models: Models, projectId: string, holder: string): Promise<void> {
  await models.projects.updateOne(
    { _id: projectId, applying: holder },
    { $set: { applying: null, applyingUntil: null } },
  );
}
