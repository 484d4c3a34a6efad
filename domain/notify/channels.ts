// Kinds of notification channels and their settings.
import { addressProblem } from "../net/pageAddress.ts";
import { CHANNEL_KINDS, type ChannelKind } from "../words/channels.ts";
import { CHANGES } from "./decide.ts";

export { CHANNEL_KINDS, type ChannelKind };

/** Events that a channel can subscribe to. */
export const CHANNEL_EVENTS = CHANGES;
/** Kinds that set the status of each commit; the others report changes of a result. */
const STATUS_KINDS: readonly ChannelKind[] = ["github", "gitlab"];
export const isStatusKind = (kind: ChannelKind): boolean => STATUS_KINDS.includes(kind);
/** `started`, `ended`: for commit statuses, which belong to each commit. `test`: somebody requested a test message. */
export const EVENT_KINDS = [...CHANGES, "started", "ended", "test"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Branches whose runs are reported: only main, or all. */
export const BRANCH_CHOICES = ["main", "all"] as const;
export type BranchChoice = (typeof BRANCH_CHOICES)[number];

/** Returns the default branch choice of a channel kind: all branches for commit statuses, because each commit has one. */
export const usualBranches = (kind: ChannelKind): BranchChoice => (isStatusKind(kind) ? "all" : "main");

/** Stored encrypted, because the URL may contain a token and the secret signs messages. */
export type ChannelSecrets = { url?: string; secret?: string };

/** Returns what is wrong with the URL of a webhook, or null. */
export function webhookAddressProblem(text: string): string | null {
  const problem = addressProblem(text, { relative: false });
  if (problem === null) return null;
  return problem.includes("user name or password") ? "must not contain a user name or password" : problem;
}

/** Returns the part of a URL that may be shown. The path and query of incoming webhooks are secret. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? origin : `${origin}/…`;
}

/** Returns whether a channel gets messages of this kind. */
export function isSubscribed(
  channel: { kind: ChannelKind; enabled: boolean; events: readonly string[]; branches: BranchChoice },
  event: { kind: EventKind; onMainBranch: boolean },
): boolean {
  if (!channel.enabled) return false;
  if (channel.branches === "main" && !event.onMainBranch) return false;
  const ofCommit = event.kind === "started" || event.kind === "ended";
  if (isStatusKind(channel.kind) || ofCommit) return isStatusKind(channel.kind) && ofCommit;
  return channel.events.includes(event.kind);
}
