// How projects are made and changed. Every change of what people edit raises `rev`.
import type { Models } from "../index.ts";
import { unchangedSince } from "../lib/unchangedSince.ts";
import type { Project } from "./schema.ts";

/** Rejects with a duplicate key where the organisation has a project of that slug. */
export async function insertProject(models: Models, project: Project): Promise<void> {
  await models.projects.create(project);
}

/** Changes the project, whoever has written it since it was read. */
export async function changeProject(models: Models, projectId: string, set: Partial<Project>): Promise<void> {
  await models.projects.updateOne({ _id: projectId }, { $set: set, $inc: { rev: 1 } });
}

/** Changes the project as it was read; false: somebody else has written it since. */
export async function changeUnchangedProject(
  models: Models,
  project: Pick<Project, "_id" | "rev">,
  set: Partial<Project>,
): Promise<boolean> {
  const { matchedCount } = await models.projects.updateOne(unchangedSince(project), { $set: set, $inc: { rev: 1 } });
  return matchedCount === 1;
}

/** Stores where the project's tickets live, sealed; null: nowhere. */
export async function keepTicketSystem(models: Models, projectId: string, sealedTickets: string | null): Promise<void> {
  await models.projects.updateOne({ _id: projectId }, { $set: { sealedTickets } });
}

/** Takes the turn of applying a file until then; false: somebody else has it. */
export async function takeApplying(
  models: Models,
  projectId: string,
  { holder, until, at }: { holder: string; until: Date; at: Date },
): Promise<boolean> {
  const free = { _id: projectId, $or: [{ applyingUntil: null }, { applyingUntil: { $lt: at } }] };
  const taken = await models.projects.updateOne(free, { $set: { applying: holder, applyingUntil: until } });
  return taken.matchedCount > 0;
}

/** Keeps the turn until then; false: it was lost. */
export async function keepApplying(
  models: Models,
  projectId: string,
  { holder, until }: { holder: string; until: Date },
): Promise<boolean> {
  const mine = { _id: projectId, applying: holder };
  return (await models.projects.updateOne(mine, { $set: { applyingUntil: until } })).matchedCount > 0;
}

/** Gives the turn back, unless it was lost. */
export async function endApplying(models: Models, projectId: string, holder: string): Promise<void> {
  await models.projects.updateOne(
    { _id: projectId, applying: holder },
    { $set: { applying: null, applyingUntil: null } },
  );
}
