// What is asked about one-time links, and how they are made, spent and withdrawn.
import type { Models } from "../index.ts";
import type { OneTimeLink } from "./schema.ts";

export async function insertLink(models: Models, link: OneTimeLink): Promise<void> {
  await models.oneTimeLinks.create(link);
}

/** The link of this hash, whether it still works or not; null: it was withdrawn, or never made. */
export const linkOfHash = (models: Models, hash: string): Promise<OneTimeLink | null> =>
  models.oneTimeLinks.findOne({ hash }).lean<OneTimeLink>().exec();

/** Takes the link for the caller's work; false: it is spent. */
export async function takeLink(models: Models, linkId: string, at: Date): Promise<boolean> {
  const taken = await models.oneTimeLinks.updateOne({ _id: linkId, usedAt: null }, { $set: { usedAt: at } });
  return taken.modifiedCount > 0;
}

/** Gives the link back, because the work failed. */
export async function giveLinkBack(models: Models, linkId: string): Promise<void> {
  await models.oneTimeLinks.updateOne({ _id: linkId }, { $set: { usedAt: null } });
}

export async function deleteLink(models: Models, linkId: string): Promise<void> {
  await models.oneTimeLinks.deleteOne({ _id: linkId });
}

/** Deletes the links that have expired by then. */
export async function deleteExpiredLinks(models: Models, at: Date): Promise<void> {
  await models.oneTimeLinks.deleteMany({ expiresAt: { $lte: at } });
}

/** Deletes the links by which the first administrator is made. */
export async function deleteWelcomeLinks(models: Models): Promise<void> {
  await models.oneTimeLinks.deleteMany({ kind: "welcome" });
}

/** Deletes the links by which a person sets a new password. */
export async function deleteResetLinks(models: Models, userId: string): Promise<void> {
  await models.oneTimeLinks.deleteMany({ kind: "reset", userId });
}

/** Deletes the links of an organisation that are for this person. */
export async function deleteLinksOfPerson(models: Models, orgId: string, userId: string): Promise<void> {
  await models.oneTimeLinks.deleteMany({ orgId, userId });
}

type Recipients = { orgId: string; channelId: string };

/** Deletes the links by which recipients of a channel confirm. */
export async function deleteRecipientLinks(models: Models, { orgId, channelId }: Recipients): Promise<void> {
  await models.oneTimeLinks.deleteMany({ orgId, kind: "recipient", channelId });
}

/** Deletes the links by which this address confirms, except one. */
export async function deleteOtherRecipientLinks(
  models: Models,
  { orgId, channelId, email, except }: Recipients & { email: string; except: string },
): Promise<void> {
  await models.oneTimeLinks.deleteMany({ kind: "recipient", orgId, channelId, email, _id: { $ne: except } });
}

/** Invitations that nobody has used, and that have not expired by then. */
const open = (at: Date) => ({ kind: "invitation" as const, usedAt: null, expiresAt: { $gt: at } });
type Inviting = { orgId: string; at: Date };

/** The open invitations of an organisation, the newest first. */
export const openInvitations = (models: Models, { orgId, at }: Inviting): Promise<OneTimeLink[]> =>
  models.oneTimeLinks
    .find({ orgId, ...open(at) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<OneTimeLink[]>()
    .exec();

/** How many open invitations an organisation has for other addresses. */
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

/** Deletes one open invitation of an organisation; false: it has no such one. */
export async function deleteInvitation(models: Models, { orgId, at, id }: Inviting & { id: string }): Promise<boolean> {
  return (await models.oneTimeLinks.deleteOne({ orgId, ...open(at), _id: id })).deletedCount > 0;
}

/** The newest open invitation for this address, of whichever organisation. */
export const newestInvitationFor = (models: Models, email: string, at: Date): Promise<OneTimeLink | null> =>
  models.oneTimeLinks
    .findOne({ email, ...open(at) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<OneTimeLink>()
    .exec();
