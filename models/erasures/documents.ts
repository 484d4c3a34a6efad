// Deletes the documents of a project, an organisation or a person, collection by collection, according to the table of belongings.
import { hiddenOwner, ownerOf } from "../../domain/retention/hidden.ts";
import type { Models } from "../index.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import { ABOUT_A_PERSON, type CollectionName, owned } from "../retention/belongings.ts";
import { deleteWhere } from "../retention/deleteOwned.ts";
import type { User } from "../users/schema.ts";

export type Deleting = {
  signal: AbortSignal;
  /** Runs the deletion of a batch between those of backups. */
  turn<T>(batch: () => Promise<T>): Promise<T>;
  /** Called with what was deleted, as it happens. */
  count(collection: CollectionName, documents: number): Promise<void>;
};

/** Number of documents per turn. */
const AT_ONCE = 500;
const PARTS = owned("run").filter(({ name }) => name !== "runs");
/** Deleted last: artifacts with their bytes, and the project itself. */
const LATER = new Set<CollectionName>(["runs", "projects", "artifacts", "storageUse"]);
const OF_PROJECT = owned("project").filter(({ name }) => !LATER.has(name));
const OF_ORGANISATION = owned("organisation").filter(({ name }) => name !== "organisations" && name !== "projects");
const OF_PERSON = owned("user").filter(({ name }) => name !== "users");

async function deleteAll(models: Models, name: CollectionName, filter: object, { count, signal, turn }: Deleting) {
  for (;;) {
    signal.throwIfAborted();
    const found = await models[name].collection.find(filter, { projection: { _id: 1 }, limit: AT_ONCE }).toArray();
    if (found.length === 0) return;
    const some = { _id: { $in: found.map(({ _id }) => _id) } };
    const deleted = await turn(() => deleteWhere(models, name, some));
    if (deleted > 0) await count(name, deleted);
  }
}

async function idsOf(models: Models, name: CollectionName, filter: object): Promise<string[]> {
  const found = await readInTurns<{ _id: string }>(models[name], filter, { fields: { _id: 1 } });
  return found.map(({ _id }) => _id);
}

async function deleteRunsOf(models: Models, projectId: string, work: Deleting): Promise<void> {
  for (;;) {
    const run = await models.runs.findOne({ projectId }, { orgId: 1 }).lean<{ _id: string; orgId: string }>();
    if (run === null) return;
    for (const { name, field } of PARTS) await deleteAll(models, name, { [field]: run._id }, work);
    await deleteAll(models, "changes", { _id: `run:${run._id}` }, work);
    // The monthly count stays; only the claim that names the run, of an earlier version, is deleted.
    await deleteAll(models, "usage", { _id: `${ownerOf(String(run.orgId))}:claim:${run._id}` }, work);
    await deleteAll(models, "runs", { _id: run._id }, work);
  }
}

/** Deletes all documents of a project but its own, whatever the status of its runs; each run after its parts. */
export async function deleteDocumentsOfProject(models: Models, projectId: string, work: Deleting): Promise<void> {
  // A retention sweep may have been killed after hiding some.
  for (const owner of [projectId, hiddenOwner(projectId)]) await deleteRunsOf(models, owner, work);
  for (const id of await idsOf(models, "jobs", { projectId }))
    await deleteAll(models, "changes", { _id: `job:${id}` }, work);
  for (const channelId of await idsOf(models, "notificationChannels", { projectId }))
    await deleteAll(models, "oneTimeLinks", { channelId }, work);
  for (const { name, field } of OF_PROJECT) await deleteAll(models, name, { [field]: projectId }, work);
}

/** Deletes what belongs to an organisation but to no project: keys, usage, its audit log, conversations of its people. */
export async function deleteDocumentsOfOrganisation(models: Models, orgId: string, work: Deleting): Promise<void> {
  for (const { name, field } of OF_ORGANISATION) await deleteAll(models, name, { [field]: orgId }, work);
}

/** Deletes what belongs to a person alone, or is only about them. */
export async function deleteDocumentsOfUser(
  models: Models,
  { _id, email }: Pick<User, "_id" | "email">,
  work: Deleting,
): Promise<void> {
  for (const { name, field } of OF_PERSON) await deleteAll(models, name, { [field]: _id }, work);
  for (const { name, field } of ABOUT_A_PERSON)
    for (const one of [email, _id]) await deleteAll(models, name, { [field]: one }, work);
  await deleteAll(models, "changes", { subjectId: _id }, work);
}

/** Deletes the document of the project, organisation or person itself, with the counts under its id. */
export async function deleteOwn(
  models: Models,
  collection: "projects" | "organisations" | "users",
  id: string,
  work: Deleting,
): Promise<void> {
  if (collection === "projects") await deleteAll(models, "storageUse", { _id: id }, work);
  await deleteAll(models, collection, { _id: id }, work);
}

/** Deletes conversations with the coach about the project. `isAbout`: whether a turn or proposal is about it. */
export async function deleteTalkOfProject(
  models: Models,
  { _id: projectId, orgId, slug }: Pick<Project, "_id" | "orgId" | "slug">,
  isAbout: (value: Record<string, unknown>) => boolean,
  work: Deleting,
): Promise<void> {
  const own = new Set(await idsOf(models, "conversations", { projectId }));
  for (const conversationId of await idsOf(models, "conversations", { orgId })) {
    work.signal.throwIfAborted();
    let named = own.has(conversationId);
    const look = (one: object) => {
      named ||= isAbout(one as Record<string, unknown>);
      return !named;
    };
    if (!named) await eachInTurns<object>(models.conversationTurns, { conversationId }, {}, look);
    if (!named) await eachInTurns<object>(models.proposals, { conversationId }, {}, look);
    if (!named) continue;
    await deleteAll(models, "proposals", { conversationId }, work);
    await deleteAll(models, "conversations", { _id: conversationId }, work);
  }
  const proposals: string[] = [];
  await eachInTurns<Record<string, unknown>>(models.proposals, { orgId }, {}, (one) => {
    if (isAbout(one)) proposals.push(String(one._id));
  });
  for (const id of proposals) await deleteAll(models, "proposals", { _id: id }, work);
  // Keys of agents that call tools without a project's name.
  await models.apiKeys.updateMany({ orgId, defaultProject: slug }, { $set: { defaultProject: null } });
}
