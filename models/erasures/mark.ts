// The marks of what is being deleted, by which nothing new begins there, and the ends of its keys and sessions. Each may be repeated.
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

/** From now on nobody finds the project, and its keys and connected apps are refused. */
export async function markProject(models: Models, projectId: string, { erasureId, at }: Marking): Promise<void> {
  await models.projects.updateOne({ _id: projectId }, { $set: { erasing: erasureId } });
  await revokeAll(models, { projectId }, at);
  await revokeGrants(models, { projectId }, at);
}

/**
 * From now on nobody belongs to the organisation; nothing else of it changes yet. False: no other organisation stays, and the mark was taken
 * back. Of two that are deleted at the same moment each marks before it looks, so never both go.
 */
export async function claimOrganisation(models: Models, orgId: string, erasureId: string): Promise<boolean> {
  const before = await models.organisations
    .findOneAndUpdate({ _id: orgId }, { $set: { erasing: erasureId } })
    .lean<Organisation>();
  if (await hasOtherOrganisation(models, orgId)) return true;
  // An erasure that failed halfway has deleted some of it: that one stays marked.
  if (!before?.erasing || before.erasing === erasureId)
    await models.organisations.updateOne({ _id: orgId, erasing: erasureId }, { $set: { erasing: null } });
  return false;
}

/** Its keys and connected apps are refused and so are those of its projects; nobody finds these, and its links open nothing. */
export async function markOrganisation(models: Models, orgId: string, { erasureId, at }: Marking): Promise<void> {
  await models.organisations.updateOne({ _id: orgId }, { $set: { erasing: erasureId } });
  await models.projects.updateMany({ orgId }, { $set: { erasing: erasureId } });
  await models.oneTimeLinks.deleteMany({ orgId });
  await revokeAll(models, { orgId }, at);
  await revokeGrants(models, { orgId }, at);
}

/** Nobody finds the account from now on, so it joins no organisation. Nothing else of it changes yet. */
export async function holdUser(models: Models, userId: string, erasureId: string): Promise<void> {
  await models.users.updateOne({ _id: userId, erasing: null }, { $set: { erasing: erasureId } });
}

/** The account stays. */
export async function releaseUser(models: Models, userId: string): Promise<void> {
  await models.users.updateOne({ _id: userId }, { $set: { erasing: null } });
}

/** From now on nobody signs in with the account: its sessions, its links, its apps and the keys that the person made are refused. */
export async function markUser(
  models: Models,
  { _id, email }: Pick<User, "_id" | "email">,
  { erasureId, at }: Marking,
): Promise<void> {
  // Sessions and links are read with the account, which nobody finds from now on.
  await models.users.updateOne({ _id }, { $set: { erasing: erasureId, passwordHash: null, identity: null } });
  await revokeAll(models, { createdBy: email }, at);
  await revokeGrants(models, { userId: _id }, at);
  await models.oneTimeLinks.deleteMany({ userId: _id });
}

/** A project, whether it is being deleted or not. */
export const projectToErase = (models: Models, orgId: string, named: string): Promise<Project | null> =>
  models.projects
    .findOne({ orgId, $or: [{ _id: named }, { slug: named }] })
    .lean<Project>()
    .exec();

export const erasedProject = (models: Models, projectId: string): Promise<Project | null> =>
  models.projects.findOne({ _id: projectId }).lean<Project>().exec();

export const erasedOrganisation = (models: Models, orgId: string): Promise<Organisation | null> =>
  models.organisations.findOne({ _id: orgId }).lean<Organisation>().exec();

/** An organisation by its id or slug, whether it is being deleted or not. */
export const organisationToErase = (models: Models, named: string): Promise<Organisation | null> =>
  models.organisations
    .findOne({ $or: [{ _id: named }, { slug: named }] })
    .lean<Organisation>()
    .exec();

/** An account by its id, or by its address in lower case, whether it is being deleted or not. */
export const userToErase = (models: Models, named: string): Promise<User | null> =>
  models.users
    .findOne({ $or: [{ _id: named }, { email: named }] })
    .lean<User>()
    .exec();

/** The ids of all projects of these organisations, with whose each is. */
export async function projectsOfOrganisations(models: Models, orgIds: readonly string[]): Promise<Map<string, string>> {
  const found = await models.projects
    .find({ orgId: { $in: [...orgIds] } }, { orgId: 1 })
    .lean<Pick<Project, "_id" | "orgId">[]>();
  return new Map(found.map(({ _id, orgId }) => [_id, orgId]));
}

/** The base addresses of an organisation's other projects. */
export async function otherSites(models: Models, { _id, orgId }: Pick<Project, "_id" | "orgId">): Promise<string[]> {
  const found = await models.projects
    .find({ orgId, _id: { $ne: _id } }, { baseUrl: 1 })
    .lean<Pick<Project, "_id" | "baseUrl">[]>();
  return found.map(({ baseUrl }) => baseUrl);
}

/** The projects of an organisation, those that are being deleted too. */
export async function projectsToErase(models: Models, orgId: string): Promise<string[]> {
  const found = await models.projects.find({ orgId }, { _id: 1 }).sort({ _id: 1 }).lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

/** Whether another organisation than this one is there and stays, and somebody belongs to it. */
export async function hasOtherOrganisation(models: Models, orgId: string): Promise<boolean> {
  const others = await models.organisations
    .find({ _id: { $ne: orgId }, erasing: null }, { members: 1 })
    .lean<Pick<Organisation, "_id" | "members">[]>();
  if (others.some(({ members }) => (members?.length ?? 0) > 0)) return true;
  const unlisted = others.filter(({ members }) => !members).map(({ _id }) => _id);
  return unlisted.length > 0 && (await models.users.exists({ orgId: { $in: unlisted }, erasing: null })) !== null;
}

/** Whether another project has the slug, of whichever organisation: workflows are labelled by it. */
export const sharesSlug = async (models: Models, { _id, slug }: Pick<Project, "_id" | "slug">): Promise<boolean> =>
  (await models.projects.exists({ slug, _id: { $ne: _id } })) !== null;

/** Members of an organisation, each with another one that they belong to and that stays; null: there is none. */
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
    // One without a list yet has those who were made in it.
    const other = others.find(({ _id, members }) =>
      members ? members.some(({ userId }) => userId === user._id) : _id === user.orgId,
    );
    return { user, otherOrgId: other?._id ?? null };
  });
}

/** Another organisation than this one that the person belongs to and that stays; null: there is none. */
export async function otherOrganisationOf(models: Models, user: User, orgId: string): Promise<string | null> {
  const places = await membershipsOf(models, user);
  return places.find(({ organisation }) => organisation._id !== orgId)?.organisation._id ?? null;
}

/** The ids of everybody who belongs to an organisation. */
export async function everyMemberOf(models: Models, orgId: string): Promise<string[]> {
  return (await membersAndOthers(models, orgId)).map(({ user }) => user._id);
}

/** The account counts as made in another organisation: the one that it was made in goes. */
export async function moveUser(models: Models, user: User, from: string, to: string): Promise<void> {
  const set = {
    ...(user.orgId === from && { orgId: to }),
    ...(user.lastOrgId === from && { lastOrgId: to }),
  };
  if (Object.keys(set).length > 0) await models.users.updateOne({ _id: user._id }, { $set: set });
}

/** What is there of a subject, where it is quick to count. */
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
