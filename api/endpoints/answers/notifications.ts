// Response schemas for channels and deliveries.
import { boolean, number, object, string } from "yup";
import { BRANCH_CHOICES, CHANNEL_EVENTS, CHANNEL_KINDS, EVENT_KINDS } from "../../../domain/notify/channels.ts";
import {
  count,
  id,
  listOf,
  maybeNumber,
  maybeText,
  maybeTime,
  nextCursor,
  note,
  oneOf,
  text,
  texts,
  time,
  yes,
} from "./fields.ts";
import { named } from "./named.ts";

const channel = object({
  id: id(),
  projectId: id(),
  name: text(),
  kind: oneOf(CHANNEL_KINDS).required(),
  enabled: boolean().required(),
  offReason: maybeText().meta(note("Why the service turned it off")),
  events: listOf(oneOf(CHANNEL_EVENTS).required()),
  branches: oneOf(BRANCH_CHOICES).required(),
  url: maybeText().meta(note("Without path and query, which are kept secret")),
  recipients: texts(),
  unconfirmed: texts().meta(note("Recipients that have not confirmed yet, and get no message")),
  repository: maybeText(),
  createdBy: text(),
  createdAt: time(),
  updatedAt: time(),
  rev: count().meta(note("Sent back with a change")),
}).required();

const attempt = object({
  attempt: number().integer().min(1).required(),
  at: time(),
  ms: count(),
  httpStatus: maybeNumber(),
  note: string().defined().meta(note("What went wrong, in a sentence; empty: nothing")),
}).required();

const delivery = object({
  id: id(),
  channelId: id(),
  eventId: id().meta(note("The header webhook-id: the same in each try, and in a redelivery")),
  event: oneOf(EVENT_KINDS).required(),
  runId: maybeText(),
  status: oneOf(["pending", "delivered", "failed"]).required(),
  redeliveryOf: maybeText(),
  createdAt: time(),
  endedAt: maybeTime(),
  nextTryAt: maybeTime(),
  tries: listOf(attempt),
}).required();

export const channels = named("Channels", object({ channels: listOf(channel), count: count() }).required());

export const madeChannel = named(
  "MadeChannel",
  object({
    success: yes(),
    channel,
    secret: maybeText().meta(note("What signs the messages of a webhook: in this answer and never again")),
    warning: maybeText().meta(note("Why recipients were not asked to confirm")),
  }).required(),
);

export const askedChannel = named("AskedChannel", object({ success: yes(), channel }).required());

export const deliveries = named(
  "Deliveries",
  object({ deliveries: listOf(delivery), nextCursor: nextCursor() }).required(),
);

export const startedDelivery = named("StartedDelivery", object({ success: yes(), delivery }).required());
