// Channels for messages about verdicts, and the log of sent messages.
import { MAX_LIMIT } from "../lib/paging.ts";
import { emptyBody } from "../lib/schemas.ts";
import { closed, revField, text, wholeNumber } from "../lib/validate.ts";
import { changeChannelBody, createChannelBody } from "../operations/notifications/channelInput.ts";
import {
  CHANGE,
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
} from "../operations/notifications/channels.ts";
import { askAgain } from "../operations/notifications/confirmations.ts";
import { listDeliveries, redeliver, testChannel } from "../operations/notifications/deliveries.ts";
import { done } from "./answers/accounts.ts";
import { askedChannel, channels, deliveries, madeChannel, startedDelivery } from "./answers/notifications.ts";
import { STALE } from "./app/shared.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { changers, toolReaders } from "./permits.ts";

const shared = { tag: "Notifications", access: "either", limits: ["ci"] } as const;
const id = { id: "Id of the channel" };
const NO_STORE = { "Cache-Control": "no-store" };

const list = defineEndpoint({
  ...shared,
  ...toolReaders,
  method: "get",
  path: "/api/notifications/channels",
  id: "listChannels",
  summary: "The channels of a project",
  query: closed({ project: text() }),
  answers: { 200: { description: "The channels, without addresses and secrets.", json: channels } },
  refusals: { 404: "The project is unknown." },
  async handle({ ctx, caller, query }) {
    const all = await listChannels(ctx, caller, query);
    return { json: { channels: all, count: all.length } };
  },
});

const create = defineEndpoint({
  ...shared,
  ...changers(CHANGE),
  method: "post",
  path: "/api/notifications/channels",
  id: "createChannel",
  summary: "Create a channel",
  description:
    "Messages are sent when a verdict changes, not for each run. `branches`: `main` (the default) or `all`. The secret of a webhook is in this answer and never again. Recipients of e-mail are mailed a link and get messages once they confirm; members whose address is proved need not.",
  body: createChannelBody,
  bounds: "small",
  examples: {
    webhook: { project: "web-shop", name: "Alarm", kind: "webhook", url: "https://hooks.example.com/plumbline" },
  },
  answers: { 201: { description: "The channel.", json: madeChannel } },
  refusals: { 404: "The project is unknown.", 409: "The project has a channel of this name." },
  handle: async ({ ctx, caller, body }) => ({
    json: { success: true, ...(await createChannel(ctx, caller, body)) },
    headers: NO_STORE,
  }),
});

const change = defineEndpoint({
  ...shared,
  ...changers(CHANGE),
  method: "post",
  path: "/api/notifications/channels/{id}",
  id: "changeChannel",
  summary: "Change a channel",
  description:
    "Omitted fields are not changed. `newSecret` gives a webhook a new secret, which is in this response. With `rev`, a channel that somebody else changed first is not changed.",
  params: id,
  body: changeChannelBody,
  bounds: "small",
  answers: { 200: { description: "The channel as it is now.", json: madeChannel } },
  refusals: { 404: "The channel is unknown.", 409: `The project has another channel of this name. ${STALE}` },
  handle: async ({ ctx, caller, params, body }) => ({
    json: { success: true, ...(await changeChannel(ctx, caller, params.id, body)) },
    headers: NO_STORE,
  }),
});

const remove = defineEndpoint({
  ...shared,
  ...changers(CHANGE),
  method: "delete",
  path: "/api/notifications/channels/{id}",
  id: "deleteChannel",
  summary: "Delete a channel",
  description: "With `rev`, a channel that somebody else changed first is not deleted.",
  params: id,
  query: closed({ rev: revField() }),
  body: emptyBody,
  bounds: "small",
  answers: { 200: { description: "Nothing more is sent to it.", json: done } },
  refusals: { 404: "The channel is unknown.", 409: STALE },
  async handle({ ctx, caller, params, query }) {
    await deleteChannel(ctx, caller, params.id, query.rev);
    return { json: { success: true } };
  },
});

const test = defineEndpoint({
  ...shared,
  ...changers(CHANGE),
  method: "post",
  path: "/api/notifications/channels/{id}/test",
  id: "testChannel",
  summary: "Send a test message",
  description: "Returns immediately; the list of deliveries has the outcome.",
  params: id,
  body: emptyBody,
  bodyOptional: true,
  bounds: "small",
  limits: ["ci", "trigger"],
  answers: { 202: { description: "The message is queued.", json: startedDelivery } },
  refusals: { 404: "The channel is unknown.", 409: "No recipient has confirmed yet." },
  handle: async ({ ctx, caller, params }) => ({
    json: { success: true, delivery: await testChannel(ctx, caller, params.id) },
  }),
});

const ask = defineEndpoint({
  ...shared,
  ...changers(CHANGE),
  method: "post",
  path: "/api/notifications/channels/{id}/ask-again",
  id: "askRecipientsAgain",
  summary: "Mail recipients who have not confirmed another link",
  params: id,
  body: emptyBody,
  bodyOptional: true,
  bounds: "small",
  limits: ["ci", "trigger"],
  answers: { 200: { description: "The links are mailed; earlier ones no longer work.", json: askedChannel } },
  refusals: { 404: "The channel is unknown.", 409: "No recipient is waiting for confirmation." },
  handle: async ({ ctx, caller, params }) => ({
    json: { success: true, channel: await askAgain(ctx, caller, params.id) },
  }),
});

const log = defineEndpoint({
  ...shared,
  ...toolReaders,
  method: "get",
  path: "/api/notifications/deliveries",
  id: "listDeliveries",
  summary: "What was sent, and what became of it",
  description: "Newest first, kept for 30 days. `channel`: only those of one channel.",
  query: closed({ project: text(), channel: text(), limit: wholeNumber(1, MAX_LIMIT), cursor: text(400) }),
  answers: { 200: { description: "A page of deliveries.", json: deliveries } },
  refusals: { 404: "The project or the channel is unknown." },
  handle: async ({ ctx, caller, query }) => ({ json: await listDeliveries(ctx, caller, query) }),
});

const again = defineEndpoint({
  ...shared,
  ...changers(CHANGE),
  method: "post",
  path: "/api/notifications/deliveries/{id}/redeliver",
  id: "redeliver",
  summary: "Send a message again",
  description: "With the same id and body, and a new signature.",
  params: { id: "Id of the delivery" },
  body: emptyBody,
  bodyOptional: true,
  bounds: "small",
  limits: ["ci", "trigger"],
  answers: { 202: { description: "The message is queued again.", json: startedDelivery } },
  refusals: { 404: "The delivery or its channel is unknown.", 409: "The delivery is still pending." },
  handle: async ({ ctx, caller, params }) => ({
    json: { success: true, delivery: await redeliver(ctx, caller, params.id) },
  }),
});

export const notificationEndpoints: EndpointArea = {
  name: "notifications",
  endpoints: [list, create, change, remove, test, ask, log, again],
};
