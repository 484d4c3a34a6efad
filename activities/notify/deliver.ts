// One try of one delivery: reads what is to be sent, sends it, writes what came of it.
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

/** Kinds that send one request, with one time-out of its own. */
const ONE_REQUEST: ReadonlySet<ChannelKind> = new Set<ChannelKind>(["webhook", "slack", "teams"]);

export type DeliverActivities = {
  /** Answers the pause before the next try; null: there is none. `outcome`: of this try, where this call made one. */
  attemptDelivery(input: {
    deliveryId: string;
    attempt: number;
  }): Promise<{ pauseMs: number | null; outcome?: TryOutcome }>;
};

const MAX_NOTE = 300;

/** How often a worker looks whether another one, which was taken for lost, has written what its send came to. */
const LOOK_EVERY_MS = 500;
/** A chat program cannot tell a repetition by the id, and its reader must know why a message may be there twice. */
const SENT_AGAIN = "The worker that was sending it stopped, so it was sent again with the same id.";

export function createDeliverActivities(deps: NotifyDeps): DeliverActivities {
  return {
    attemptDelivery: ({ deliveryId, attempt }) =>
      withHeartbeat(async (signal) => {
        for (;;) {
          const taken = await take(deps, { deliveryId, attempt }, signal);
          if ("pauseMs" in taken) return taken;
          const done = await sendTaken(deps, taken, attempt, signal);
          // Its time was over and another worker took it: what that one writes is what the try came to.
          if (done) return done;
        }
      }),
  };
}

/** As it was when this worker took it: `delivery.sendingUntil` is what it wrote. */
type Taken = { delivery: NotificationDelivery; channel: NotificationChannel | null; again: boolean };

/**
 * Takes the delivery for this try, alone: Temporal makes a try again whose worker it took for lost, and that worker may still be
 * sending. Waits for it then, and answers with what it wrote; one that was killed is waited for until its time is over.
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
    // Done already, by a worker that died before it could report it.
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

/** Sends what was taken, and writes what came of it. null: another worker has taken it meanwhile, and nothing was written. */
async function sendTaken(
  deps: NotifyDeps,
  { delivery, channel, again }: Taken,
  attempt: number,
  signal: AbortSignal,
): Promise<{ pauseMs: number | null; outcome: TryOutcome } | null> {
  const { models, now } = deps;
  const { eventId, body, to } = delivery;
  const at = now();
  const bound = boundOf(deps, channel);
  const sending =
    to === undefined ? sent(deps, channel, { eventId, body, at }) : sendToPerson(deps, to, { eventId, body, at });
  const came = await withinMs(bound, sending, () => tooLate(bound));
  const pause = came.outcome === "again" ? pauseAfter(attempt, came.askedMs) : null;
  if (came.outcome === "off" && channel) await turnOff(models, channel._id, came.note, now());
  const ended = now();
  const ms = Math.max(0, ended.getTime() - at.getTime());
  const note = tidy(again ? `${SENT_AGAIN} ${came.note}` : came.note);
  // A try whose end is not written is made again, and sends again: an outage is waited for here.
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

/** Milliseconds that a whole send may take: one request, or the steps of a mail server or a code host. */
function boundOf({ answerMs = DELIVERY_ANSWER_MS }: NotifyDeps, channel: NotificationChannel | null): number {
  return channel !== null && ONE_REQUEST.has(channel.kind) ? answerMs + SENDING_MARGIN_MS : SENDING_MS;
}

/** Of a send that is given up, before another worker may take it for abandoned. */
const tooLate = (ms: number): Attempted => ({
  outcome: "again",
  status: null,
  note: `It was not sent within ${ms / 1_000} s.`,
});

const tidy = (note: string) => truncate(oneLine(note), MAX_NOTE);

/** Never rejects: what went wrong is what the try came to. No note holds an address's path, a token or a secret. */
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
        note: "The channel's address cannot be opened: SVC_SECRET_KEY is not the one that it was saved with.",
      };
    deps.log("warn", "a notification could not be sent", { channelId: channel._id, kind: channel.kind });
    return {
      outcome: "again",
      status: null,
      note: `It could not be sent: ${error instanceof Error ? error.name : messageOf(error)}.`,
    };
  }
}
