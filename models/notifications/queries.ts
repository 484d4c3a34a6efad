// Queries for channels and for messages to be sent.
import type { Track } from "../../domain/notify/decide.ts";
import { addressKey, confirmedOf, unconfirmedWithout } from "../../domain/notify/recipients.ts";
import { noteChange } from "../changes/queries.ts";
import { isWritten, type Models } from "../index.ts";
import { BATCH, inBatches } from "../lib/inBatches.ts";
import { unchangedSince } from "../lib/unchangedSince.ts";
import type { Run } from "../runs/schema.ts";
import type {
  ChannelDelivery,
  DeliveryTry,
  NotificationChannel,
  NotificationDelivery,
  Outgoing,
  VerdictTrack,
} from "./schema.ts";

/** Yields runs that ended and were not processed yet, sorted by id: roughly in the order in which they were started. */
export function untoldRuns(models: Models): AsyncGenerator<Run> {
  return inBatches((after) =>
    models.runs
      .find({ outbox: "waiting", status: { $in: ["completed", "failed"] }, ...after })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Run[]>(),
  );
}

/** Yields runs with a commit whose start was not announced yet. */
export function unannouncedRuns(models: Models): AsyncGenerator<Run> {
  return inBatches((after) =>
    models.runs
      .find({ startOutbox: "waiting", ...after })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Run[]>(),
  );
}

export async function markAnnounced(models: Models, _id: string): Promise<void> {
  await models.runs.updateOne({ _id }, { $set: { startOutbox: "done" } });
}

/** Records that the run was processed, if it has not changed since it was read. */
export async function markTold(models: Models, { _id, status, verdict, resultsRevision }: Run): Promise<void> {
  // Mongoose types cannot express "does not exist".
  const revision = resultsRevision ?? ({ $exists: false } as never);
  const read = { _id, outbox: "waiting" as const, status, verdict, resultsRevision: revision };
  await models.runs.updateOne(read, { $set: { outbox: "done" } });
}

export const findTrack = (models: Models, id: string): Promise<VerdictTrack | null> =>
  models.verdictTracks.findOne({ _id: id }).lean<VerdictTrack>();

/** Writes a track if it is still at `rev` (0: there was none). Returns false if another writer was faster. */
export async function writeTrack(
  models: Models,
  { _id, projectId, wholeId = null, rev }: Pick<VerdictTrack, "_id" | "projectId" | "wholeId" | "rev">,
  { recent, said }: Track,
  { outgoing, at }: { outgoing: Outgoing | null; at: Date },
): Promise<boolean> {
  const next = { rev: rev + 1, recent: [...recent], said, outgoing, wholeId, writtenAt: at };
  if (rev > 0) return (await models.verdictTracks.updateOne({ _id, rev }, { $set: next })).modifiedCount === 1;
  return isWritten(models.verdictTracks.create({ _id, projectId, ...next }));
}

/** Returns the tracks of runs of some of what the runs of a track cover. */
export const partTracks = (models: Models, wholeId: string): Promise<VerdictTrack[]> =>
  models.verdictTracks.find({ wholeId }).lean<VerdictTrack[]>().exec();

/** Forgets tracks that were last written before this date; the next run reads its history from the runs before it. */
export async function forgetTracks(models: Models, before: Date): Promise<void> {
  await models.verdictTracks.deleteMany({ writtenAt: { $lt: before }, outgoing: null });
}

export const channelsOf = (models: Models, projectId: string): Promise<NotificationChannel[]> =>
  models.notificationChannels.find({ projectId }).sort({ name: 1 }).lean<NotificationChannel[]>();

export const findChannel = (models: Models, _id: string): Promise<NotificationChannel | null> =>
  models.notificationChannels.findOne({ _id }).lean<NotificationChannel>();

/** Changes the channel if it is unchanged since it was read. Returns false if it was changed or deleted. */
export async function changeChannelAt(
  models: Models,
  read: Pick<NotificationChannel, "_id" | "rev">,
  set: Partial<NotificationChannel>,
): Promise<boolean> {
  const change = { $set: set, $inc: { rev: 1 } };
  return (await models.notificationChannels.updateOne(unchangedSince(read), change)).modifiedCount === 1;
}

/** Maximum number of attempts to confirm if others change the same channel. */
const TURNS = 50;

/** Lets `address`, in lower case, receive the channel's messages. Returns `gone` if the channel, or the address in it, no longer exists. */
export async function confirmRecipientOf(
  models: Models,
  channelId: string,
  address: string,
  at: Date,
): Promise<"confirmed" | "gone" | "busy"> {
  for (let turn = 0; turn < TURNS; turn++) {
    const channel = await findChannel(models, channelId);
    const unconfirmed = channel && unconfirmedWithout(channel, address);
    if (!channel || !unconfirmed) return "gone";
    if (await changeChannelAt(models, channel, { unconfirmed, updatedAt: at })) return "confirmed";
  }
  return "busy";
}

/**
 * Keeps an organisation's channels from sending e-mail to `address`, in lower case, until it confirms, because its owner is no longer a
 * member.
 */
export async function unconfirmRecipient(models: Models, orgId: string, address: string, at: Date): Promise<void> {
  const channels = await models.notificationChannels
    .find({ orgId, kind: "email" }, { _id: 1 })
    .lean<{ _id: string }[]>();
  for (const { _id } of channels)
    for (let turn = 0; turn < TURNS; turn++) {
      const channel = await findChannel(models, _id);
      if (!channel || !confirmedOf(channel).some((one) => addressKey(one) === address)) break;
      const unconfirmed = [...(channel.unconfirmed ?? []), address];
      if (await changeChannelAt(models, channel, { unconfirmed, updatedAt: at })) break;
    }
}

/** Turns a channel off because its receiver asked for it. */
export async function turnOff(models: Models, _id: string, offReason: string, at: Date): Promise<void> {
  await models.notificationChannels.updateOne(
    { _id, enabled: true },
    { $set: { enabled: false, offReason, updatedAt: at }, $inc: { rev: 1 } },
  );
}

/** Inserts a delivery; an existing one with its id stays unchanged. */
export async function insertDelivery(models: Models, delivery: NotificationDelivery): Promise<void> {
  if (await isWritten(models.notificationDeliveries.create(delivery))) await noteDelivery(models, delivery);
}

export const findDelivery = (models: Models, _id: string): Promise<NotificationDelivery | null> =>
  models.notificationDeliveries.findOne({ _id }).lean<NotificationDelivery>();

/** Returns a delivery to a channel, or null if it is addressed to a person. */
export async function findChannelDelivery(models: Models, _id: string): Promise<ChannelDelivery | null> {
  const found = await findDelivery(models, _id);
  return found && found.to === undefined ? (found as ChannelDelivery) : null;
}

/** Yields deliveries that have not ended. */
export function pendingDeliveries(models: Models): AsyncGenerator<NotificationDelivery> {
  return inBatches((after) =>
    models.notificationDeliveries
      .find({ status: "pending", ...after })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<NotificationDelivery[]>(),
  );
}

export async function markDeliveryStarted(models: Models, _id: string, at: Date): Promise<void> {
  await models.notificationDeliveries.updateOne({ _id, startedAt: null }, { $set: { startedAt: at } });
}

/**
 * Claims a delivery for sending until `until`, if it is unchanged since it was read. Returns false if another worker claimed it, or it
 * ended. One document decides, so of two workers that intend the same attempt only one sends.
 */
export async function takeForSending(
  models: Models,
  { _id, sendingUntil }: Pick<NotificationDelivery, "_id" | "sendingUntil">,
  until: Date,
): Promise<boolean> {
  const read = { _id, status: "pending" as const, sendingUntil: (sendingUntil ?? null) as never };
  return (await models.notificationDeliveries.updateOne(read, { $set: { sendingUntil: until } })).modifiedCount === 1;
}

/**
 * Writes the attempts of a delivery and their outcome, if it has not ended and is claimed until `sendingUntil` (null: by nobody), and
 * releases the claim. Returns false if another worker has claimed it since; that worker's outcome counts.
 */
export async function writeTries(
  models: Models,
  { _id, sendingUntil }: Pick<NotificationDelivery, "_id" | "sendingUntil">,
  patch: Pick<NotificationDelivery, "status" | "nextTryAt" | "endedAt"> & { tries: DeliveryTry[] },
): Promise<boolean> {
  const written = await models.notificationDeliveries
    .findOneAndUpdate(
      { _id, status: "pending", sendingUntil: (sendingUntil ?? null) as never },
      { $set: { ...patch, sendingUntil: null } },
      { returnDocument: "after" },
    )
    .lean<NotificationDelivery>();
  if (written && written.status !== "pending") await noteDelivery(models, written);
  return written !== null;
}

const noteDelivery = (models: Models, { _id, projectId, kind, status }: NotificationDelivery): Promise<void> =>
  noteChange(models, { kind: "notification", id: _id, projectId, data: { event: kind, status } });

/** Returns deliveries to the channels of a project, or to one of its channels, newest first. `before`: only older ones. */
export function pageOfDeliveries(
  models: Models,
  {
    projectId,
    channelId,
    before,
    limit,
  }: { projectId: string; channelId?: string; before: Position | null; limit: number },
): Promise<ChannelDelivery[]> {
  const filter = {
    projectId,
    // Messages to one person are not shown to anyone else.
    to: null as never,
    ...(channelId && { channelId }),
    ...(before && { $or: [{ createdAt: { $lt: before.at } }, { createdAt: before.at, _id: { $lt: before.id } }] }),
  };
  return models.notificationDeliveries
    .find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<ChannelDelivery[]>();
}
export type Position = { at: Date; id: string };

/** Deletes ended deliveries that were created before `until`. */
export async function forgetDeliveries(models: Models, until: Date): Promise<void> {
  await models.notificationDeliveries.deleteMany({ createdAt: { $lt: until }, endedAt: { $ne: null } });
}

export const countChannels = (models: Models, projectId: string): Promise<number> =>
  models.notificationChannels.countDocuments({ projectId });

/** Rejects with a duplicate key error if the project has a channel of that name. */
export async function insertChannel(models: Models, channel: NotificationChannel): Promise<void> {
  await models.notificationChannels.create(channel);
}

/** Deletes the channel if it is unchanged since it was read. Returns false if it was changed or deleted. */
export async function deleteChannelAt(
  models: Models,
  read: Pick<NotificationChannel, "_id" | "rev">,
): Promise<boolean> {
  return (await models.notificationChannels.deleteOne(unchangedSince(read))).deletedCount === 1;
}
