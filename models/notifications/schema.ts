// Stored data of notifications: channels, what was announced about which runs, and each message to be sent.
import type { BranchChoice, ChannelKind, EventKind } from "../../domain/notify/channels.ts";
import type { Change, Observation, Track, Verdict } from "../../domain/notify/decide.ts";
import type { PersonalKind } from "../../domain/notify/personal.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** Where a project's messages go. The name is unique in the project. */
export type NotificationChannel = {
  _id: string;
  orgId: string;
  projectId: string;
  name: string;
  kind: ChannelKind;
  enabled: boolean;
  /** Why it was turned off automatically; null if a person turned it off, or if it is on. */
  offReason: string | null;
  /** Which messages it gets, and about runs of which branches. */
  events: Change[];
  branches: BranchChoice;
  /** `ChannelSecrets` as JSON, sealed with AES-256-GCM under SVC_SECRET_KEY. Never shown again. */
  sealed: string | null;
  /** The address in a form that may be shown. */
  shownUrl: string | null;
  /** For e-mail. */
  recipients: string[];
  /** Recipients that have not confirmed, in lower case; they get no mail. Missing if nobody was asked to confirm, so all get mail. */
  unconfirmed?: string[];
  /** For commit statuses; null means the one named by the run or the settings. */
  repository: string | null;
  /** Variables of a project file that hold the address and the secret; null if they were entered elsewhere. Missing in older channels. */
  urlFrom?: string | null;
  secretFrom?: string | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** Incremented by every change. Missing until the first one. */
  rev?: number;
};

export const notificationChannelSchema = document<NotificationChannel>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  name: required(String),
  kind: required(String),
  enabled: required(Boolean),
  offReason: { type: String, default: null },
  events: { type: [String], required: true as const },
  branches: required(String),
  sealed: { type: String, default: null },
  shownUrl: { type: String, default: null },
  recipients: { type: [String], default: [] },
  unconfirmed: { type: [String], default: undefined },
  repository: { type: String, default: null },
  urlFrom: { type: String, default: null },
  secretFrom: { type: String, default: null },
  createdBy: required(String),
  createdAt: required(Date),
  updatedAt: required(Date),
  rev: Number,
});
describeCollection(notificationChannelSchema, { holds: "Where a project's messages go." });
notificationChannelSchema.index({ projectId: 1, name: 1 }, { unique: true });

/** A message that is decided but not yet handed to the channels. */
export type Outgoing = {
  eventId: string;
  kind: EventKind;
  runId: string;
  onMainBranch: boolean;
  before: { runId: string; verdict: Verdict } | null;
};

/** What is known about the runs of one project, type, environment and branch. Written only if `rev` is unchanged since it was read. */
export type VerdictTrack = {
  _id: string;
  projectId: string;
  rev: number;
  said: Track["said"];
  recent: Observation[];
  outgoing: Outgoing | null;
  /** For runs of some scenarios: the track of the runs of all; missing in tracks of earlier versions. */
  wholeId?: string | null;
  /** Missing in tracks of earlier versions. */
  writtenAt?: Date;
};

export const verdictTrackSchema = document<VerdictTrack>({
  _id: required(String),
  projectId: required(String),
  rev: required(Number),
  said: { type: String, default: null },
  recent: { type: json, default: [] },
  outgoing: { type: json, default: null },
  wholeId: { type: String, default: null },
  writtenAt: { type: Date, default: undefined },
});
describeCollection(verdictTrackSchema, {
  holds:
    "The recent verdicts of one project, type, environment and branch, and the message that is decided but not handed over yet.",
  id: "a hash of project, type, environment, branch and what the runs cover",
});
verdictTrackSchema.index({ wholeId: 1 });
verdictTrackSchema.index({ writtenAt: 1 });

/** One attempt of a delivery. `status`: HTTP status, if there was a response. */
export type DeliveryTry = { attempt: number; at: Date; ms: number; status: number | null; note: string };

/** One message to one channel or person. */
export type NotificationDelivery = {
  _id: string;
  orgId: string;
  projectId: string;
  channelId: string;
  eventId: string;
  kind: EventKind | PersonalKind;
  /** The user it is addressed to, if it is not for a channel. */
  to?: string;
  runId: string | null;
  /** The payload as JSON text: each attempt sends the same bytes. */
  body: string;
  status: "pending" | "delivered" | "failed";
  tries: DeliveryTry[];
  nextTryAt: Date | null;
  /** Until when a worker has claimed it for sending; null or missing if none has. */
  sendingUntil?: Date | null;
  /** The delivery that this one repeats. */
  redeliveryOf: string | null;
  createdAt: Date;
  /** When Temporal accepted the workflow. */
  startedAt: Date | null;
  endedAt: Date | null;
};

export type ChannelDelivery = NotificationDelivery & { kind: EventKind; to?: undefined };

export const notificationDeliverySchema = document<NotificationDelivery>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  channelId: required(String),
  eventId: required(String),
  kind: required(String),
  to: String,
  runId: { type: String, default: null },
  body: required(String),
  status: required(String),
  tries: { type: json, default: [] },
  nextTryAt: { type: Date, default: null },
  sendingUntil: { type: Date, default: undefined },
  redeliveryOf: { type: String, default: null },
  createdAt: required(Date),
  startedAt: { type: Date, default: null },
  endedAt: { type: Date, default: null },
});
describeCollection(notificationDeliverySchema, {
  holds: "One message to one channel or one person, with its tries.",
  id: "`dlv_<event>_<channel or user>`",
});
notificationDeliverySchema.index({ projectId: 1, createdAt: -1 });
notificationDeliverySchema.index({ channelId: 1, createdAt: -1 });
notificationDeliverySchema.index({ status: 1, startedAt: 1 });
