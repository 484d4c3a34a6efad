// One attempt of one delivery: reads the message, sends it, records the result.
import { setTimeout } from "node:timers/promises";
import { messageOf } from "../../domain/errors.ts";
import type { ChannelKind, ChannelSecrets } from "../../domain/notify/channels.ts";
import type { NotificationBody } from "../../domain/notify/message.ts";
import {
  type Attempted,
  DELIVERY_ANSWER_MS,
  pauseAfter,
  SENDING_MARGIN_MS,
  SENDING_MS,
  type TryOutcome,
} from "../../domain/notify/retries.ts";
import { oneLine, truncate } from "../../domain/text.ts";
import { findChannel, findDelivery, takeForSending, turnOff, writeTries } from "../../models/notifications/queries.ts";
import type { NotificationChannel, NotificationDelivery } from "../../models/notifications/schema.ts";
import { SealError } from "../../platform/sealing.ts";
import { withinMs } from "../../platform/withinMs.ts";
import type { NotifyDeps } from "../deps.ts";
import { throwIfCancelled } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
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

/** Kinds that send a single request, with its own timeout. */
const ONE_REQUEST: ReadonlySet<ChannelKind> = new Set<ChannelKind>(["webhook", "slack", "teams"]);

export type DeliverActivities = {
  /** Returns the pause before the next attempt; null: there is none. `outcome`: of this attempt, if this call made one. */
  attemptDelivery(input: {
    deliveryId: string;
    attempt: number;
  }): Promise<{ pauseMs: number | null; outcome?: TryOutcome }>;
};

const MAX_NOTE = 300;

/** Interval at which a worker checks whether another one, presumed lost, has recorded the result of its send. */
const LOOK_EVERY_MS = 500;
/** A chat app cannot detect a repetition by its id, so the reader must be told why a message may appear twice. */
const SENT_AGAIN = "The worker that was sending it stopped, so it was sent again with the same id.";

export function createDeliverActivities(deps: NotifyDeps): DeliverActivities {
  return {
    attemptDelivery: ({ deliveryId, attempt }) =>
      withHeartbeat(async (signal) => {
        for (;;) {
          const taken = await take(deps, { deliveryId, attempt }, signal);
          if ("pauseMs" in taken) return taken;
          const done = await sendTaken(deps, taken, attempt, signal);
          // This worker's time was up and another worker took the delivery, so its result counts.
          if (done) return done;
        }
      }),
  };
}

/** State when this worker took the delivery: `delivery.sendingUntil` is the value it wrote. */
type Taken = { delivery: NotificationDelivery; channel: NotificationChannel | null; again: boolean };

/**
 * Takes the delivery for this attempt exclusively: Temporal retries an attempt whose worker it presumes lost, and that worker may still be
 * sending. If so, waits for it and returns its result; a killed worker is waited for until its time is up.
 */
async function take(
  deps: NotifyDeps,
  { deliveryId, attempt }: { deliveryId: string; attempt: number },
  signal: AbortSignal,
): Promise<Taken | { pauseMs: number | null }> {
  const { models, now } = deps;
  for (;;) {
    throwIfCancelled(signal);
    const delivery = await findDelivery(models, deliveryId);
    if (delivery?.status !== "pending") return { pauseMs: null };
    // Already done by a worker that died before it could report it.
    if (delivery.tries.some((one) => one.attempt === attempt))
      return { pauseMs: Math.max(0, (delivery.nextTryAt?.getTime() ?? 0) - now().getTime()) };
    const until = delivery.sendingUntil ?? null;
    if (until !== null && until > now()) {
      await setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      continue;
    }
    const channel = delivery.to === undefined ? await findChannel(models, delivery.channelId) : null;
    const sendingUntil = new Date(now().getTime() + boundOf(deps, channel) + SENDING_MARGIN_MS);
    if (await takeForSending(models, delivery, sendingUntil))
      return { delivery: { ...delivery, sendingUntil }, channel, again: until !== null };
  }
}

/** Sends the taken delivery and records the result. null: another worker has taken it in the meantime, and nothing was written. */
async function sendTaken(
  deps: NotifyDeps,
  { delivery, channel, again }: Taken,
  attempt: number,
  signal: AbortSignal,
): Promise<{ pauseMs: number | null; outcome: TryOutcome } | null> {
  const { models, now } = deps;
  const { eventId, body, to, orgId } = delivery;
  const at = now();
  const bound = boundOf(deps, channel);
  const sending =
    to === undefined
      ? sent(deps, channel, { eventId, body, at })
      : sendToPerson(deps, { userId: to, orgId }, { eventId, body, at });
  const came = await withinMs(bound, sending, () => tooLate(bound));
  const pause = came.outcome === "again" ? pauseAfter(attempt, came.askedMs) : null;
  if (came.outcome === "off" && channel) await turnOff(models, channel._id, came.note, now());
  const ended = now();
  const ms = Math.max(0, ended.getTime() - at.getTime());
  const note = tidy(again ? `${SENT_AGAIN} ${came.note}` : came.note);
  // An attempt without a recorded end would be repeated and send again, so an outage is waited for here.
  const written = await onceDatabaseIsBack(signal, () =>
    writeTries(models, delivery, {
      tries: [...delivery.tries, { attempt, at, ms, status: came.status, note }],
      status: came.outcome === "delivered" ? "delivered" : pause === null ? "failed" : "pending",
      nextTryAt: pause === null ? null : new Date(ended.getTime() + pause),
      endedAt: pause === null ? ended : null,
    }),
  );
  if (!written) return null;
  return { pauseMs: pause, outcome: came.outcome === "again" && pause === null ? "gaveUp" : came.outcome };
}

/** Returns the time in ms a whole send may take: one request, or the steps of a mail server or a code host. */
function boundOf({ answerMs = DELIVERY_ANSWER_MS }: NotifyDeps, channel: NotificationChannel | null): number {
  return channel !== null && ONE_REQUEST.has(channel.kind) ? answerMs + SENDING_MARGIN_MS : SENDING_MS;
}

/** Result of a send that is aborted before another worker may take it for abandoned. */
const tooLate = (ms: number): Attempted => ({
  outcome: "again",
  status: null,
  note: `It was not sent within ${ms / 1_000} s.`,
});

const tidy = (note: string) => truncate(oneLine(note), MAX_NOTE);

/** Never rejects: an error is the result of the attempt. No note contains an address's path, a token or a secret. */
async function sent(
  deps: NotifyDeps,
  channel: NotificationChannel | null,
  { eventId, body, at }: Pick<Sending, "eventId" | "body" | "at">,
): Promise<Attempted> {
  const unwanted = (note: string): Attempted => ({ outcome: "unwanted", status: null, note });
  if (!channel) return unwanted("The channel was deleted.");
  if (!channel.enabled) return unwanted("The channel is turned off.");
  try {
    const secrets = channel.sealed === null ? {} : (JSON.parse(deps.sealer.open(channel.sealed)) as ChannelSecrets);
    const message = JSON.parse(body) as NotificationBody;
    return await SENDERS[channel.kind](deps, { channel, secrets, eventId, body, message, at });
  } catch (error) {
    if (error instanceof SealError)
      return {
        outcome: "never",
        status: null,
        note: "The channel's address cannot be decrypted: SVC_SECRET_KEY is not the key it was saved with.",
      };
    deps.log("warn", "a notification could not be sent", { channelId: channel._id, kind: channel.kind });
    return {
      outcome: "again",
      status: null,
      note: `It could not be sent: ${error instanceof Error ? error.name : messageOf(error)}.`,
    };
  }
}
