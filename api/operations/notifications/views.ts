// API views of channels and deliveries. They contain no full address, no secret and no message body.
import { waitingOf } from "../../../domain/notify/recipients.ts";
import type { ChannelDelivery, NotificationChannel } from "../../../models/notifications/schema.ts";

export function viewChannel(channel: NotificationChannel) {
  const { _id: id, projectId, name, kind, enabled, offReason, events, branches } = channel;
  const { shownUrl, recipients, repository, createdBy, createdAt, updatedAt, rev = 0 } = channel;
  return {
    id,
    projectId,
    name,
    kind,
    enabled,
    offReason,
    events,
    branches,
    url: shownUrl,
    recipients,
    repository,
    unconfirmed: waitingOf(channel),
    createdBy,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    rev,
  };
}
export type ChannelView = ReturnType<typeof viewChannel>;

export function viewDelivery(delivery: ChannelDelivery) {
  const { _id: id, channelId, eventId, kind: event, runId, status, redeliveryOf, tries } = delivery;
  return {
    id,
    channelId,
    eventId,
    event,
    runId,
    status,
    redeliveryOf,
    createdAt: delivery.createdAt.toISOString(),
    endedAt: delivery.endedAt?.toISOString() ?? null,
    nextTryAt: delivery.nextTryAt?.toISOString() ?? null,
    tries: tries.map(({ attempt, at, ms, status: httpStatus, note }) => ({
      attempt,
      at: new Date(at).toISOString(),
      ms,
      httpStatus,
      note,
    })),
  };
}
export type DeliveryView = ReturnType<typeof viewDelivery>;
