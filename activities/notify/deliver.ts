// One try of one delivery: reads what is to be sent, sends it, writes what came of it.
import { messageOf } from "../../domain/errors.ts";
import type { ChannelKind, ChannelSecrets } from "../../domain/notify/channels.ts";
import type { NotificationBody } from "../../domain/notify/message.ts";
import { type Attempted, pauseAfter } from "../../domain/notify/retries.ts";
import { oneLine, truncate } from "../../domain/text.ts";
import { findChannel, findDelivery, turnOff, writeTries } from "../../models/notifications/queries.ts";
import type { NotificationChannel } from "../../models/notifications/schema.ts";
import { SealError } from "../../platform/sealing.ts";
import type { NotifyDeps } from "../deps.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { sendSlack, sendTeams } from "./senders/chat.ts";
import { sendGithubStatus, sendGitlabStatus } from "./senders/commitStatus.ts";
import { sendEmail } from "./senders/email.ts";
import { sendToPerson } from "./senders/person.ts";
import { sendWebhook } from "./senders/webhook.ts";
import type { Sender, Sending } from "./sending.ts";

const SENDERS: Record<ChannelKind, Sender> = {
  webhook: sendWebhook,
  slack: sendSlack,
  teams: sendTeams,
  email: sendEmail,
  github: sendGithubStatus,
  gitlab: sendGitlabStatus,
};

export type DeliverActivities = {
  /** Answers the pause before the next try; null: there is none. `outcome`: of this try, where this call made one. */
  attemptDelivery(input: {
    deliveryId: string;
    attempt: number;
  }): Promise<{ pauseMs: number | null; outcome?: Attempted["outcome"] }>;
};

const MAX_NOTE = 300;

export function createDeliverActivities(deps: NotifyDeps): DeliverActivities {
  const { models, now } = deps;
  return {
    async attemptDelivery({ deliveryId, attempt }) {
      const delivery = await findDelivery(models, deliveryId);
      if (delivery?.status !== "pending") return { pauseMs: null };
      // Done already, by a worker that died before it could report it.
      if (delivery.tries.some((one) => one.attempt === attempt))
        return { pauseMs: Math.max(0, (delivery.nextTryAt?.getTime() ?? 0) - now().getTime()) };
      const { eventId, body, to } = delivery;
      const channel = to === undefined ? await findChannel(models, delivery.channelId) : null;
      const at = now();
      // A receiver may take long to answer: without beats its try would count as lost, and be made again beside it.
      const came = await withHeartbeat(() =>
        to === undefined ? sent(deps, channel, { eventId, body, at }) : sendToPerson(deps, to, { eventId, body, at }),
      );
      const pause = came.outcome === "again" ? pauseAfter(attempt, came.askedMs) : null;
      if (came.outcome === "off" && channel) await turnOff(models, channel._id, came.note, now());
      const ended = now();
      const ms = Math.max(0, ended.getTime() - at.getTime());
      await writeTries(models, deliveryId, {
        tries: [...delivery.tries, { attempt, at, ms, status: came.status, note: tidy(came.note) }],
        status: came.outcome === "delivered" ? "delivered" : pause === null ? "failed" : "pending",
        nextTryAt: pause === null ? null : new Date(ended.getTime() + pause),
        endedAt: pause === null ? ended : null,
      });
      return { pauseMs: pause, outcome: came.outcome };
    },
  };
}

const tidy = (note: string) => truncate(oneLine(note), MAX_NOTE);

/** Never rejects: what went wrong is what the try came to. No note holds an address's path, a token or a secret. */
async function sent(
  deps: NotifyDeps,
  channel: NotificationChannel | null,
  { eventId, body, at }: Pick<Sending, "eventId" | "body" | "at">,
): Promise<Attempted> {
  const never = (note: string): Attempted => ({ outcome: "never", status: null, note });
  if (!channel) return never("The channel was deleted.");
  if (!channel.enabled) return never("The channel is turned off.");
  try {
    const secrets = channel.sealed === null ? {} : (JSON.parse(deps.sealer.open(channel.sealed)) as ChannelSecrets);
    const message = JSON.parse(body) as NotificationBody;
    return await SENDERS[channel.kind](deps, { channel, secrets, eventId, body, message, at });
  } catch (error) {
    if (error instanceof SealError)
      return never("The channel's address cannot be opened: SVC_SECRET_KEY is not the one that it was saved with.");
    deps.log("warn", "a notification could not be sent", { channelId: channel._id, kind: channel.kind });
    return {
      outcome: "again",
      status: null,
      note: `It could not be sent: ${error instanceof Error ? error.name : messageOf(error)}.`,
    };
  }
}
