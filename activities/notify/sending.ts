// Input and result of a sender.
import type { ChannelSecrets } from "../../domain/notify/channels.ts";
import type { NotificationBody } from "../../domain/notify/message.ts";
import type { Attempted } from "../../domain/notify/retries.ts";
import type { NotificationChannel } from "../../models/notifications/schema.ts";
import type { NotifyDeps } from "../deps.ts";

/** `at` is the time of this attempt; `body` the JSON text a webhook receives, and `message` the same, parsed. */
export type Sending = {
  channel: NotificationChannel;
  secrets: ChannelSecrets;
  eventId: string;
  body: string;
  message: NotificationBody;
  at: Date;
};

export type Sender = (deps: NotifyDeps, sending: Sending) => Promise<Attempted>;
