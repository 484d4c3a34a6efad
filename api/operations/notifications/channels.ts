// The channels of a project: list, make, change, delete.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { CHANNEL_EVENTS, type ChannelSecrets, isStatusKind, shownAddress } from "../../../domain/notify/channels.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import type { NotificationChannel } from "../../../models/notification.ts";
import { channelsOf, findChannel } from "../../../models/notifications.ts";
import { makeWebhookSecret } from "../../../platform/webhookSignature.ts";
import { describeCaller, reachOf, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { sealJson } from "../../lib/seal.ts";
import { requireChange } from "../keys/planGate.ts";
import { type ChangeChannelInput, type CreateChannelInput, checkPlace, invalidField } from "./channelInput.ts";
import { type ChannelView, viewChannel } from "./views.ts";

const MOST_CHANNELS = 50;
export const CHANGE = "A notification channel";

/** `secret`: what signs the messages of a webhook. It is in this answer and never again. */
export type MadeChannel = { channel: ChannelView; secret: string | null };

/** The channel with this id, if the caller may see its project. Throws not_found. */
export async function reachChannel(ctx: OperationContext, caller: Caller, id: string): Promise<NotificationChannel> {
  const { orgId, projectId } = reachOf(caller);
  const channel = await findChannel(ctx.models, id);
  if (channel && channel.orgId === orgId && (projectId ?? channel.projectId) === channel.projectId) return channel;
  throw new ProductError("not_found", `The channel "${id.slice(0, 100)}" was not found.`);
}

export async function listChannels(
  ctx: OperationContext,
  caller: Caller,
  input: { project?: string },
): Promise<ChannelView[]> {
  requireRight(caller, "mcpRead");
  const project = await resolveProject(ctx, caller, input.project);
  return (await channelsOf(ctx.models, project._id)).map(viewChannel);
}

/** Throws conflict for a name that is taken, and validation_error where the kind and its place do not fit. */
export async function createChannel(
  ctx: OperationContext,
  caller: Caller,
  input: CreateChannelInput,
): Promise<MadeChannel> {
  await requireChange(ctx, caller, CHANGE);
  const project = await resolveProject(ctx, caller, input.project);
  const { kind, url } = input;
  checkPlace(ctx, kind, input, { making: true });
  if ((await ctx.models.notificationChannels.countDocuments({ projectId: project._id })) >= MOST_CHANNELS)
    throw new ProductError("conflict", `A project has at most ${MOST_CHANNELS} channels: delete one first.`);
  const secret = kind === "webhook" ? makeWebhookSecret() : null;
  const secrets: ChannelSecrets = { ...(url && { url }), ...(secret && { secret }) };
  const at = ctx.now();
  const channel: NotificationChannel = {
    _id: makeId("channel", ctx.ulid()),
    orgId: project.orgId,
    projectId: project._id,
    name: nameOf(input.name),
    kind,
    enabled: input.enabled ?? true,
    offReason: null,
    events: isStatusKind(kind) ? [] : [...new Set(input.events?.length ? input.events : CHANNEL_EVENTS)],
    branches: input.branches ?? (isStatusKind(kind) ? "all" : "main"),
    sealed: url === undefined ? null : await sealJson(ctx, secrets),
    shownUrl: url === undefined ? null : shownAddress(url),
    recipients: input.recipients ?? [],
    repository: input.repository || null,
    createdBy: describeCaller(caller),
    createdAt: at,
    updatedAt: at,
  };
  await unlessTaken(channel.name, () => ctx.models.notificationChannels.create(channel));
  await recordAudit(ctx, caller, "channel.create", channel._id, { project: project.slug, kind, name: channel.name });
  return { channel: viewChannel(channel), secret };
}

/** Changes what is given. Turning a channel on forgets why it was off. */
export async function changeChannel(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  input: ChangeChannelInput,
): Promise<MadeChannel> {
  await requireChange(ctx, caller, CHANGE);
  const channel = await reachChannel(ctx, caller, id);
  checkPlace(ctx, channel.kind, input, { making: false });
  if (input.newSecret && channel.kind !== "webhook")
    throw invalidField("newSecret", `is not for a channel of kind ${channel.kind}`);
  const { name, url, recipients, repository, events, branches, enabled } = input;
  const secret = input.newSecret ? makeWebhookSecret() : null;
  const patch: Partial<NotificationChannel> = {
    ...(name !== undefined && { name: nameOf(name) }),
    ...(recipients && { recipients }),
    ...(repository !== undefined && { repository: repository || null }),
    ...(events?.length && { events: [...new Set(events)] }),
    ...(branches && { branches }),
    ...(enabled !== undefined && { enabled, offReason: null }),
    ...(url !== undefined && { shownUrl: shownAddress(url) }),
    ...((url !== undefined || secret) && { sealed: await resealed(ctx, channel, { url, secret }) }),
    updatedAt: ctx.now(),
  };
  await unlessTaken(patch.name ?? channel.name, () =>
    ctx.models.notificationChannels.updateOne({ _id: id }, { $set: patch }),
  );
  const { sealed: _, updatedAt: _at, ...told } = patch;
  await recordAudit(ctx, caller, "channel.change", id, { fields: Object.keys(told), newSecret: secret !== null });
  return { channel: viewChannel(await reachChannel(ctx, caller, id)), secret };
}

/** Deletes the channel; what is on its way to it is not sent any more. */
export async function deleteChannel(ctx: OperationContext, caller: Caller, id: string): Promise<void> {
  await requireChange(ctx, caller, CHANGE);
  const { _id, kind, name } = await reachChannel(ctx, caller, id);
  await ctx.models.notificationChannels.deleteOne({ _id });
  await recordAudit(ctx, caller, "channel.delete", _id, { kind, name });
}

async function resealed(
  ctx: OperationContext,
  { sealed }: NotificationChannel,
  { url, secret }: { url: string | undefined; secret: string | null },
): Promise<string> {
  // Throws where the key has changed, before the old text is opened.
  await sealJson(ctx, {});
  const before = sealed === null ? {} : (JSON.parse(ctx.sealer.open(sealed)) as ChannelSecrets);
  return sealJson(ctx, { ...before, ...(url && { url }), ...(secret && { secret }) });
}

function nameOf(name: string): string {
  if (name.trim() === name && !/\p{Cc}/u.test(name)) return name;
  throw invalidField("name", "must not begin or end with a space, or hold a line break");
}

async function unlessTaken(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new ProductError("conflict", `The project already has a channel "${name}".`, { name });
  }
}
