// Notification channels of a project: list, create, change, delete.
import { invalidField, ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import {
  CHANNEL_EVENTS,
  type ChannelSecrets,
  isStatusKind,
  shownAddress,
  usualBranches,
} from "../../../domain/notify/channels.ts";
import {
  changeChannelAt,
  channelsOf,
  countChannels,
  deleteChannelAt,
  findChannel,
  insertChannel as storeChannel,
} from "../../../models/notifications/queries.ts";
import type { NotificationChannel } from "../../../models/notifications/schema.ts";
import { deleteRecipientLinks } from "../../../models/oneTimeLinks/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { isWebhookSecret, makeWebhookSecret } from "../../../platform/webhookSignature.ts";
import { describeCaller, reachOf, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { sealJson } from "../../lib/seal.ts";
import { unlessTaken } from "../../lib/unlessTaken.ts";
import { isCurrent, versionConflict } from "../../lib/versionConflict.ts";
import { requireChange } from "../keys/planGate.ts";
import { type ChangeChannelInput, type CreateChannelInput, checkPlace, MAX_CHANNELS } from "./channelInput.ts";
import { askedFor, askRecipients } from "./recipients.ts";
import { type ChannelView, viewChannel } from "./views.ts";

export const CHANGE = "A notification channel";

/** `secret`: signing secret of a webhook, returned only here. `warning`: why recipients were not asked to confirm. */
export type MadeChannel = { channel: ChannelView; secret: string | null; warning: string | null };

/** Returns the channel with this id if the caller may see its project. Throws `not_found` otherwise. */
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

/** Throws `conflict` if the name is taken, and `validation_error` if the destination does not fit the kind. */
export async function createChannel(
  ctx: OperationContext,
  caller: Caller,
  input: CreateChannelInput,
): Promise<MadeChannel> {
  await requireChange(ctx, caller, CHANGE);
  return insertChannel(ctx, caller, await resolveProject(ctx, caller, input.project), input);
}

/** `secret`: signing secret of a webhook; generated if omitted. `urlFrom`, `secretFrom`: where a project file takes them from. */
export type GivenSecret = { secret?: string; urlFrom?: string | null; secretFrom?: string | null };

/** Like `createChannel`, for callers whose rights are already checked. */
export async function insertChannel(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  input: Omit<CreateChannelInput, "project"> & GivenSecret,
): Promise<MadeChannel> {
  const { kind, url, urlFrom = null, secretFrom = null } = input;
  checkPlace(ctx, kind, input, { making: true });
  if ((await countChannels(ctx.models, project._id)) >= MAX_CHANNELS)
    throw new ProductError("conflict", `A project has at most ${MAX_CHANNELS} channels: delete one first.`);
  const given = givenSecret(kind, input.secret);
  const secret = kind === "webhook" ? (given ?? makeWebhookSecret()) : null;
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
    branches: input.branches ?? usualBranches(kind),
    sealed: url === undefined ? null : await sealJson(ctx, secrets),
    shownUrl: url === undefined ? null : shownAddress(url),
    recipients: input.recipients ?? [],
    unconfirmed: await askedFor(ctx, project.orgId, input.recipients ?? [], null),
    repository: input.repository || null,
    urlFrom,
    secretFrom,
    createdBy: describeCaller(caller),
    createdAt: at,
    updatedAt: at,
  };
  await unlessTaken(storeChannel(ctx.models, channel), () => nameTaken(channel.name));
  await recordAudit(ctx, caller, "channel.create", channel._id, { project: project.slug, kind, name: channel.name });
  const problem = await askRecipients(ctx, caller, channel, channel.unconfirmed ?? []);
  return { channel: viewChannel(channel), secret, warning: problem?.message ?? null };
}

/** Throws `validation_error` for a secret that receivers' libraries would not accept, and for a kind that signs nothing. */
function givenSecret(kind: NotificationChannel["kind"], secret: string | undefined): string | undefined {
  if (secret === undefined) return undefined;
  if (kind !== "webhook") throw invalidField("secret", `is not for a channel of kind ${kind}`);
  if (isWebhookSecret(secret)) return secret;
  throw invalidField("secret", "must be whsec_ and 24 to 64 bytes in base64");
}

/**
 * Changes the given fields. Enabling a channel clears the reason why it was off. Throws `conflict` with `now` if somebody else has changed it
 * since `rev`.
 */
export async function changeChannel(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  { newSecret, rev, ...given }: ChangeChannelInput,
): Promise<MadeChannel> {
  await requireChange(ctx, caller, CHANGE);
  const channel = await reachChannel(ctx, caller, id);
  if (newSecret && channel.kind !== "webhook")
    throw invalidField("newSecret", `is not for a channel of kind ${channel.kind}`);
  if (!isCurrent(channel, rev)) throw await overtaken(ctx, caller, channel);
  const secret = newSecret ? makeWebhookSecret() : undefined;
  // An address or secret entered here no longer comes from a file.
  const froms = { ...(given.url !== undefined && { urlFrom: null }), ...(secret && { secretFrom: null }) };
  const fields = { ...given, ...(secret && { secret }), ...froms };
  return { ...(await writeChannel(ctx, caller, channel, fields)), secret: secret ?? null };
}

/** Replaces the channel by what a file says: omitted fields get their defaults, but the address and the secret stay. */
export async function replaceChannel(
  ctx: OperationContext,
  caller: Caller,
  channel: NotificationChannel,
  {
    name,
    kind: _,
    recipients,
    repository,
    events,
    branches,
    enabled,
    ...place
  }: Omit<CreateChannelInput, "project"> & GivenSecret,
): Promise<void> {
  const { kind } = channel;
  await writeChannel(ctx, caller, channel, {
    ...place,
    name,
    ...(kind === "email" && { recipients: recipients ?? [] }),
    ...(isStatusKind(kind)
      ? { repository: repository ?? "" }
      : { events: events?.length ? events : [...CHANNEL_EVENTS] }),
    branches: branches ?? usualBranches(kind),
    enabled: enabled ?? true,
  });
}

/** Updates the channel as it was read. Throws `conflict` with `now` if somebody else changed it first. */
async function writeChannel(
  ctx: OperationContext,
  caller: Caller,
  channel: NotificationChannel,
  input: Omit<ChangeChannelInput, "newSecret" | "rev"> & GivenSecret,
): Promise<Pick<MadeChannel, "channel" | "warning">> {
  checkPlace(ctx, channel.kind, input, { making: false });
  const { name, url, recipients, repository, events, branches, enabled, urlFrom, secretFrom } = input;
  const secret = givenSecret(channel.kind, input.secret) ?? null;
  const unconfirmed = recipients && (await askedFor(ctx, channel.orgId, recipients, channel));
  const patch: Partial<NotificationChannel> = {
    ...(name !== undefined && { name: nameOf(name) }),
    ...(unconfirmed && { recipients, unconfirmed }),
    ...(repository !== undefined && { repository: repository || null }),
    ...(events?.length && { events: [...new Set(events)] }),
    ...(branches && { branches }),
    ...(enabled !== undefined && { enabled, offReason: null }),
    ...(url !== undefined && { shownUrl: shownAddress(url) }),
    ...(urlFrom !== undefined && { urlFrom }),
    ...(secretFrom !== undefined && { secretFrom }),
    ...((url !== undefined || secret) && { sealed: await resealed(ctx, channel, { url, secret }) }),
    updatedAt: ctx.now(),
  };
  if (!(await unlessTaken(changeChannelAt(ctx.models, channel, patch), () => nameTaken(patch.name ?? channel.name))))
    throw await overtaken(ctx, caller, channel);
  const { sealed: _, updatedAt: _at, unconfirmed: _asked, ...told } = patch;
  await recordAudit(ctx, caller, "channel.change", channel._id, {
    fields: Object.keys(told),
    newSecret: secret !== null,
  });
  const now = { ...channel, ...patch, rev: (channel.rev ?? 0) + 1 };
  // Recipients who were already unconfirmed have a link.
  const asked = (unconfirmed ?? []).filter((one) => !channel.unconfirmed?.includes(one));
  const problem = await askRecipients(ctx, caller, now, asked);
  return { channel: viewChannel(now), warning: problem?.message ?? null };
}

/** Returns a `conflict` with the channel as it is `now`. Throws `not_found` if it was deleted. */
async function overtaken(
  ctx: OperationContext,
  caller: Caller,
  { _id, name }: NotificationChannel,
): Promise<ProductError> {
  const now = viewChannel(await reachChannel(ctx, caller, _id));
  return versionConflict(`Somebody else changed the channel "${name}".`, { now });
}

/**
 * Deletes the channel; messages that are still pending are not sent. Throws `conflict` with `now` if somebody else has changed it since
 * `rev`.
 */
export async function deleteChannel(ctx: OperationContext, caller: Caller, id: string, rev?: number): Promise<void> {
  await requireChange(ctx, caller, CHANGE);
  const channel = await reachChannel(ctx, caller, id);
  if (!isCurrent(channel, rev)) throw await overtaken(ctx, caller, channel);
  await removeChannel(ctx, caller, channel);
}

export async function removeChannel(
  ctx: OperationContext,
  caller: Caller,
  channel: NotificationChannel,
): Promise<void> {
  const { _id, kind, name } = channel;
  if (!(await deleteChannelAt(ctx.models, channel))) throw await overtaken(ctx, caller, channel);
  await deleteRecipientLinks(ctx.models, { orgId: channel.orgId, channelId: _id });
  await recordAudit(ctx, caller, "channel.delete", _id, { kind, name });
}

/** Returns the address and the secret, for comparison. Throws SealError if they were sealed with another key. */
export const secretsOf = (
  { sealer }: Pick<OperationContext, "sealer">,
  { sealed }: NotificationChannel,
): ChannelSecrets => (sealed === null ? {} : (JSON.parse(sealer.open(sealed)) as ChannelSecrets));

async function resealed(
  ctx: OperationContext,
  channel: NotificationChannel,
  { url, secret }: { url: string | undefined; secret: string | null },
): Promise<string> {
  // Throws if the key has changed, before the old text is opened.
  await sealJson(ctx, {});
  return sealJson(ctx, { ...secretsOf(ctx, channel), ...(url && { url }), ...(secret && { secret }) });
}

/**
 * Throws `validation_error` for input that `insertChannel` would reject in any project, or with `making: false`, that `replaceChannel`
 * would reject.
 */
export function checkChannel(
  ctx: Pick<OperationContext, "config">,
  input: Omit<CreateChannelInput, "project"> & GivenSecret,
  how: { making: boolean },
): void {
  nameOf(input.name);
  checkPlace(ctx, input.kind, input, how);
  givenSecret(input.kind, input.secret);
}

function nameOf(name: string): string {
  if (name.trim() === name && !/\p{Cc}/u.test(name)) return name;
  throw invalidField("name", "must not begin or end with a space, or hold a line break");
}

const nameTaken = (name: string): ProductError =>
  new ProductError("conflict", `The project already has a channel "${name}".`, { name });
