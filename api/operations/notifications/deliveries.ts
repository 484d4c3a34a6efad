// Deliveries: the log, test messages, and sending a message again.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import type { NotificationBody } from "../../../domain/notify/message.ts";
import { confirmedOf, NOBODY_CONFIRMED } from "../../../domain/notify/recipients.ts";
import {
  findChannelDelivery,
  insertDelivery,
  markDeliveryStarted,
  pageOfDeliveries,
} from "../../../models/notifications/queries.ts";
import type { ChannelDelivery, NotificationChannel } from "../../../models/notifications/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { countTest } from "../../lib/sendingLimits.ts";
import { requireChange } from "../keys/planGate.ts";
import { CHANGE, reachChannel } from "./channels.ts";
import { type DeliveryView, viewDelivery } from "./views.ts";

/** Lists deliveries, newest first. Throws `not_found` for a channel of another project. */
export async function listDeliveries(
  ctx: OperationContext,
  caller: Caller,
  input: Paging & { project?: string; channel?: string },
): Promise<{ deliveries: DeliveryView[]; nextCursor: string | null }> {
  requireRight(caller, "mcpRead");
  const channel = input.channel === undefined ? null : await reachChannel(ctx, caller, input.channel);
  const project = await resolveProject(ctx, caller, channel?.projectId ?? input.project);
  const limit = input.limit ?? DEFAULT_LIMIT;
  const found = await pageOfDeliveries(ctx.models, {
    projectId: project._id,
    ...(channel && { channelId: channel._id }),
    before: decodeCursor(input.cursor, positionIn),
    limit: limit + 1,
  });
  const { entries, nextCursor } = page(found, limit, ({ createdAt, _id }) => `${createdAt.toISOString()} ${_id}`);
  return { deliveries: entries.map(viewDelivery), nextCursor };
}

function positionIn(text: string) {
  const [, time = "", id = ""] = /^(\S{24}) ([\w-]{1,200})$/.exec(text) ?? [];
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}

/** Sends a message that is marked as a test, whatever events the channel subscribes to. */
export async function testChannel(ctx: OperationContext, caller: Caller, id: string): Promise<DeliveryView> {
  await requireChange(ctx, caller, CHANGE);
  const channel = await reachChannel(ctx, caller, id);
  const project = await resolveProject(ctx, caller, channel.projectId);
  await allowTest(ctx, channel);
  const eventId = `evt_test_${ctx.ulid().toLowerCase()}`;
  const body: NotificationBody = {
    id: eventId,
    type: "test",
    createdAt: ctx.now().toISOString(),
    summary: `This is a test message from Plumbline for the channel ${channel.name} of ${project.name}.`,
    project: { id: project._id, slug: project.slug, name: project.name },
    run: null,
    previous: null,
  };
  const said = { eventId, kind: "test" as const, runId: null, body: JSON.stringify(body), redeliveryOf: null };
  const delivery = await send(ctx, project, { channelId: channel._id, ...said });
  await recordAudit(ctx, caller, "channel.test", channel._id, { deliveryId: delivery._id });
  return viewDelivery(delivery);
}

/** Sends the message of a finished delivery again under its original id, so that the receiver can tell that it is the same message. */
export async function redeliver(ctx: OperationContext, caller: Caller, id: string): Promise<DeliveryView> {
  await requireChange(ctx, caller, CHANGE);
  const unknown = new ProductError("not_found", `The delivery "${id.slice(0, 250)}" was not found.`);
  const before = await findChannelDelivery(ctx.models, id);
  if (!before) throw unknown;
  // A delivery to a channel that the caller may not see is reported as not found, like the channel itself.
  const channel = await reachChannel(ctx, caller, before.channelId).catch((error: unknown) => {
    throw error instanceof ProductError && error.code === "not_found" ? unknown : error;
  });
  if (before.status === "pending")
    throw new ProductError("conflict", "This delivery is still pending: it is retried automatically.");
  const project = await resolveProject(ctx, caller, before.projectId);
  const { channelId, eventId, kind, runId, body } = before;
  if (kind === "test") await allowTest(ctx, channel);
  const delivery = await send(ctx, project, { channelId, eventId, kind, runId, body, redeliveryOf: before._id });
  await recordAudit(ctx, caller, "delivery.repeat", before._id, { deliveryId: delivery._id });
  return viewDelivery(delivery);
}

/** Throws `conflict` if no recipient would get the message, and `rate_limit` if too many tests were sent. */
async function allowTest(ctx: OperationContext, channel: NotificationChannel): Promise<void> {
  const recipients = confirmedOf(channel);
  if (channel.kind === "email" && recipients.length === 0) throw new ProductError("conflict", NOBODY_CONFIRMED);
  await countTest(ctx, channel.orgId, recipients);
}

type Said = Pick<ChannelDelivery, "channelId" | "eventId" | "kind" | "runId" | "body" | "redeliveryOf">;

/** Stores the delivery and starts it. If Temporal is unavailable, it waits until a worker's next sweep starts it. */
async function send(ctx: OperationContext, project: Project, said: Said): Promise<ChannelDelivery> {
  const delivery: ChannelDelivery = {
    _id: makeId("delivery", ctx.ulid()),
    orgId: project.orgId,
    projectId: project._id,
    ...said,
    status: "pending",
    tries: [],
    nextTryAt: null,
    createdAt: ctx.now(),
    startedAt: null,
    endedAt: null,
  };
  await insertDelivery(ctx.models, delivery);
  const { _id: deliveryId } = delivery;
  await optional(ctx, "a delivery waits for Temporal", { deliveryId }, async () => {
    await ctx.engine.startDelivery({ deliveryId, projectId: project._id, projectSlug: project.slug });
    await markDeliveryStarted(ctx.models, deliveryId, ctx.now());
  });
  return delivery;
}
