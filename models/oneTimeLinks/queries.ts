// Queries for one-time links, and how they are created, used and withdrawn.
import type { Models } from "../index.ts";
import type { OneTimeLink } from "./schema.ts";

export async function insertLink(models: Models, link: OneTimeLink): Promise<void> {
  await models.oneTimeLinks.create(link);
}

/** Returns the link with this hash, whether it still works or not, or null if it was withdrawn or never created. */
export const linkOfHash = (models: Models, hash: string): Promise<OneTimeLink | null> =>
  models.oneTimeLinks.findOne({ hash }).lean<OneTimeLink>().exec();

/** Claims the link for the caller's operation. Returns false if it was already used. */
export async function takeLink(models: Models, linkId: string, at: Date): Promise<boolean> {
  const taken = await models.oneTimeLinks.updateOne({ _id: linkId, usedAt: null }, { $set: { usedAt: at } });
  return taken.modifiedCount > 0;
}

/** Releases the link because the operation failed. */
export async function giveLinkBack(models: Models, linkId: string): Promise<void> {
  await models.oneTimeLinks.updateOne({ _id: linkId }, { $set: { usedAt: null } });
}

export async function deleteLink(models: Models, linkId: string): Promise<void> {
  await models.oneTimeLinks.deleteOne({ _id: linkId });
}

/** Deletes the links that have expired by this date. */
export async function deleteExpiredLinks(models: Models, at: Date): Promise<void> {
  await models.oneTimeLinks.deleteMany({ expiresAt: { $lte: at } });
}

/** Deletes the links for creating the first administrator. */
export async function deleteWelcomeLinks(models: Models): Promise<void> {
  await models.oneTimeLinks.deleteMany({ kind: "welcome" });
}

/** Deletes the links for setting a new password. */
export async function deleteResetLinks(models: Models, userId: string): Promise<void> {
  await models.oneTimeLinks.deleteMany({ kind: "reset", userId });
}

/** Deletes the links of an organisation that are for this person. */
export async function deleteLinksOfPerson(models: Models, orgId: string, userId: string): Promise<void> {
  await models.oneTimeLinks.deleteMany({ orgId, userId });
}

/** Deletes the invitations and password links that a person created in an organisation: they end with the right to create them. */
export async function deleteLinksMadeBy(models: Models, orgId: string, createdBy: string): Promise<void> {
  await models.oneTimeLinks.deleteMany({ orgId, createdBy, kind: { $in: ["invitation", "reset"] } });
}

type Recipients = { orgId: string; channelId: string };

/** Deletes the links with which recipients of a channel confirm. */
export async function deleteRecipientLinks(models: Models, { orgId, channelId }: Recipients): Promise<void> {
  await models.oneTimeLinks.deleteMany({ orgId, kind: "recipient", channelId });
}

/** Deletes the links with which this address confirms, except for one. */
export async function deleteOtherRecipientLinks(
  models: Models,
  { orgId, channelId, email, except }: Recipients & { email: string; except: string },
): Promise<void> {
  await models.oneTimeLinks.deleteMany({ kind: "recipient", orgId, channelId, email, _id: { $ne: except } });
}

/** Filter for invitations that are unused and not expired. */
const open = (at: Date) => ({ kind: "invitation" as const, usedAt: null, expiresAt: { $gt: at } });
type Inviting = { orgId: string; at: Date };

/** Returns the open invitations of an organisation, newest first. */
export const openInvitations = (models: Models, { orgId, at }: Inviting): Promise<OneTimeLink[]> =>
  models.oneTimeLinks
    .find({ orgId, ...open(at) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<OneTimeLink[]>()
    .exec();

/** Returns the number of open invitations of an organisation for other addresses. */
export const countOtherInvitations = (
  models: Models,
  { orgId, at, email }: Inviting & { email: string },
): Promise<number> => models.oneTimeLinks.countDocuments({ orgId, ...open(at), email: { $ne: email } });

/** Deletes the open invitations of an organisation for this address. */
export async function deleteInvitationsOf(
  models: Models,
  { orgId, at, email }: Inviting & { email: string },
): Promise<void> {
  await models.oneTimeLinks.deleteMany({ orgId, ...open(at), email });
}

/** Deletes one open invitation of an organisation. Returns false if there is none with this id. */
export async function deleteInvitation(models: Models, { orgId, at, id }: Inviting & { id: string }): Promise<boolean> {
  return (await models.oneTimeLinks.deleteOne({ orgId, ...open(at), _id: id })).deletedCount > 0;
}

/** Returns the newest open invitation for this address, of whichever organisation. */
export const newestInvitationFor = (models: Models, email: string, at: Date): Promise<OneTimeLink | null> =>
  models.oneTimeLinks
    .findOne({ email, ...open(at) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<OneTimeLink>()
    .exec();
