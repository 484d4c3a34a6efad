// Marks what is being deleted, so that nothing new starts there, and ends its keys and sessions. Every step may be repeated.
import type { ErasureKind } from "../../domain/erasure/erasure.ts";
import type { Models } from "../index.ts";
import { revokeGrants } from "../oauthGrants/queries.ts";
import { membershipsOf } from "../organisations/members.ts";
import type { Organisation } from "../organisations/schema.ts";
import type { Project } from "../projects/schema.ts";
import type { User } from "../users/schema.ts";

type Marking = { erasureId: string; at: Date };
type ApiKeyFilter = { projectId: string } | { orgId: string } | { createdBy: string };

async function revokeAll(models: Models, filter: ApiKeyFilter, at: Date): Promise<number> {
  return (await models.apiKeys.updateMany({ ...filter, revokedAt: null }, { $set: { revokedAt: at } })).modifiedCount;
}

/** Marks the project: from now on it is not found, and its keys and connected apps are refused. */
export async function markProject(models: Models, projectId: string, { erasureId, at }: Marking): Promise<void> {
  await models.projects.updateOne({ _id: projectId }, { $set: { erasing: erasureId } });
  await revokeAll(models, { projectId }, at);
  await revokeGrants(models, { projectId }, at);
}

/**
 * Marks the organisation so that nobody belongs to it from now on; nothing else of it changes yet. Returns false, and removes the mark, if
 * no other organisation would remain. Each of two concurrent deletions marks before it looks, so never both proceed.
 */
export async function claimOrganisation(models: Models, orgId: string, erasureId: string): Promise<boolean> {
  const before = await models.organisations
    .findOneAndUpdate({ _id: orgId }, { $set: { erasing: erasureId } })
    .lean<Organisation>();
  if (await hasOtherOrganisation(models, orgId)) return true;
  // An erasure that failed halfway has already deleted part of it, so its mark stays.
  if (!before?.erasing || before.erasing === erasureId)
    await models.organisations.updateOne({ _id: orgId, erasing: erasureId }, { $set: { erasing: null } });
  return false;
}

/**
 * Marks the organisation: its keys and connected apps and those of its projects are refused, its projects are not found, and its links no
 * longer work.
 */
export async function markOrganisation(models: Models, orgId: string, { erasureId, at }: Marking): Promise<void> {
  await models.organisations.updateOne({ _id: orgId }, { $set: { erasing: erasureId } });
  await models.projects.updateMany({ orgId }, { $set: { erasing: erasureId } });
  await models.oneTimeLinks.deleteMany({ orgId });
  await revokeAll(models, { orgId }, at);
  await revokeGrants(models, { orgId }, at);
}

/** Hides the account from now on, so that it joins no organisation. Nothing else of it changes yet. */
export async function holdUser(models: Models, userId: string, erasureId: string): Promise<void> {
  await models.users.updateOne({ _id: userId, erasing: null }, { $set: { erasing: erasureId } });
}

/** Removes the mark, because the account stays. */
export async function releaseUser(models: Models, userId: string): Promise<void> {
  await models.users.updateOne({ _id: userId }, { $set: { erasing: null } });
}

/** Marks the account so that nobody signs in with it: its sessions, links, apps and the keys that the person created are refused. */
export async function markUser(
  models: Models,
  { _id, email }: Pick<User, "_id" | "email">,
  { erasureId, at }: Marking,
): Promise<void> {
  // Sessions and links are read with the account, which is not found from now on.
  await models.users.updateOne({ _id }, { $set: { erasing: erasureId, passwordHash: null, identity: null } });
  await revokeAll(models, { createdBy: email }, at);
  await revokeGrants(models, { userId: _id }, at);
  await models.oneTimeLinks.deleteMany({ userId: _id });
}

/** Returns a project, whether it is being deleted or not. */
export const projectToErase = (models: Models, orgId: string, named: string): Promise<Project | null> =>
  models.projects
    .findOne({ orgId, $or: [{ _id: named }, { slug: named }] })
    .lean<Project>()
    .exec();

export const erasedProject = (models: Models, projectId: string): Promise<Project | null> =>
  models.projects.findOne({ _id: projectId }).lean<Project>().exec();

export const erasedOrganisation = (models: Models, orgId: string): Promise<Organisation | null> =>
  models.organisations.findOne({ _id: orgId }).lean<Organisation>().exec();

/** Returns an organisation by id or slug, whether it is being deleted or not. */
export const organisationToErase = (models: Models, named: string): Promise<Organisation | null> =>
  models.organisations
    .findOne({ $or: [{ _id: named }, { slug: named }] })
    .lean<Organisation>()
    .exec();

/** Returns an account by id, or by e-mail address in lower case, whether it is being deleted or not. */
export const userToErase = (models: Models, named: string): Promise<User | null> =>
  models.users
    .findOne({ $or: [{ _id: named }, { email: named }] })
    .lean<User>()
    .exec();

/** Returns the ids of all projects of these organisations, mapped to their organisation. */
export async function projectsOfOrganisations(models: Models, orgIds: readonly string[]): Promise<Map<string, string>> {
  const found = await models.projects
    .find({ orgId: { $in: [...orgIds] } }, { orgId: 1 })
    .lean<Pick<Project, "_id" | "orgId">[]>();
  return new Map(found.map(({ _id, orgId }) => [_id, orgId]));
}

export async function otherSites(models: Models, { _id, orgId }: Pick<Project, "_id" | "orgId">): Promise<string[]> {
  const found = await models.projects
    .find({ orgId, _id: { $ne: _id } }, { baseUrl: 1 })
    .lean<Pick<Project, "_id" | "baseUrl">[]>();
  return found.map(({ baseUrl }) => baseUrl);
}

/** Returns the projects of an organisation, including those being deleted. */
export async function projectsToErase(models: Models, orgId: string): Promise<string[]> {
  const found = await models.projects.find({ orgId }, { _id: 1 }).sort({ _id: 1 }).lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

/** Returns whether another organisation exists that is not being deleted and has members. */
export async function hasOtherOrganisation(models: Models, orgId: string): Promise<boolean> {
  const others = await models.organisations
    .find({ _id: { $ne: orgId }, erasing: null }, { members: 1 })
    .lean<Pick<Organisation, "_id" | "members">[]>();
  if (others.some(({ members }) => (members?.length ?? 0) > 0)) return true;
  const unlisted = others.filter(({ members }) => !members).map(({ _id }) => _id);
  return unlisted.length > 0 && (await models.users.exists({ orgId: { $in: unlisted }, erasing: null })) !== null;
}

/** Returns whether another project of any organisation has the slug: workflows are labelled by it. */
export const sharesSlug = async (models: Models, { _id, slug }: Pick<Project, "_id" | "slug">): Promise<boolean> =>
  (await models.projects.exists({ slug, _id: { $ne: _id } })) !== null;

/** Returns the members of an organisation, each with another organisation that they belong to and that stays, or null if there is none. */
export async function membersAndOthers(
  models: Models,
  orgId: string,
): Promise<{ user: User; otherOrgId: string | null }[]> {
  const organisation = await erasedOrganisation(models, orgId);
  const ids = organisation?.members?.map(({ userId }) => userId) ?? [];
  const made = await models.users.find({ orgId }).lean<User[]>();
  const listed = await models.users.find({ _id: { $in: ids } }).lean<User[]>();
  const users = new Map([...made, ...listed].map((user) => [user._id, user]));
  const others = await models.organisations
    .find({ _id: { $ne: orgId }, erasing: null }, { members: 1 })
    .lean<Organisation[]>();
  return [...users.values()].map((user) => {
    // An organisation without a member list has the users created in it.
    const other = others.find(({ _id, members }) =>
      members ? members.some(({ userId }) => userId === user._id) : _id === user.orgId,
    );
    return { user, otherOrgId: other?._id ?? null };
  });
}

/** Returns another organisation that the person belongs to and that stays, or null if there is none. */
export async function otherOrganisationOf(models: Models, user: User, orgId: string): Promise<string | null> {
  const places = await membershipsOf(models, user);
  return places.find(({ organisation }) => organisation._id !== orgId)?.organisation._id ?? null;
}

/** Returns the ids of all members of an organisation. */
export async function everyMemberOf(models: Models, orgId: string): Promise<string[]> {
  return (await membersAndOthers(models, orgId)).map(({ user }) => user._id);
}

/** Makes the account count as created in another organisation, because the one it was created in is deleted. */
export async function moveUser(models: Models, user: User, from: string, to: string): Promise<void> {
  const set = {
    ...(user.orgId === from && { orgId: to }),
    ...(user.lastOrgId === from && { lastOrgId: to }),
  };
  if (Object.keys(set).length > 0) await models.users.updateOne({ _id: user._id }, { $set: set });
}

/** Returns counts of what belongs to a subject, as far as they are quick to get. */
export async function countSubject(
  models: Models,
  kind: ErasureKind,
  { id, email }: { id: string; email?: string },
): Promise<Record<string, number>> {
  if (kind === "project") {
    const projectId = id;
    const [runs, scenarios, baselines, schedules, keys] = await Promise.all([
      models.runs.countDocuments({ projectId }),
      models.scenarios.countDocuments({ projectId }),
      models.baselines.countDocuments({ projectId }),
      models.schedules.countDocuments({ projectId, deletedAt: null }),
      models.apiKeys.countDocuments({ projectId, revokedAt: null }),
    ]);
    return { runs, scenarios, baselines, schedules, keys };
  }
  if (kind === "organisation") {
    const [projects, keys, people] = await Promise.all([
      models.projects.countDocuments({ orgId: id }),
      models.apiKeys.countDocuments({ orgId: id, revokedAt: null }),
      membersAndOthers(models, id),
    ]);
    const accounts = people.filter(({ otherOrgId }) => otherOrgId === null).length;
    return { projects, keys, members: people.length, accounts };
  }
  const [keys, conversations] = await Promise.all([
    models.apiKeys.countDocuments({ createdBy: email ?? "", revokedAt: null }),
    models.conversations.countDocuments({ userId: id }),
  ]);
  return { keys, conversations };
}
