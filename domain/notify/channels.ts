// Where messages go: the kinds of channels and their settings.
import { addressProblem } from "../net/pageAddress.ts";
import { CHANNEL_KINDS, type ChannelKind } from "../words/channels.ts";
import { CHANGES } from "./decide.ts";

export { CHANNEL_KINDS, type ChannelKind };

/** Messages that a channel may ask for. */
export const CHANNEL_EVENTS = CHANGES;
/** Kinds that set the status of each commit; the others tell of changes. */
const STATUS_KINDS: readonly ChannelKind[] = ["github", "gitlab"];
export const isStatusKind = (kind: ChannelKind): boolean => STATUS_KINDS.includes(kind);
/** `started`, `ended`: for commit statuses, which belong to each commit. `test`: somebody asked for a message. */
export const EVENT_KINDS = [...CHANGES, "started", "ended", "test"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Runs of which branches: the main one, or all. */
export const BRANCH_CHOICES = ["main", "all"] as const;
export type BranchChoice = (typeof BRANCH_CHOICES)[number];

/** What holds where nothing is said: statuses belong to each commit. */
export const usualBranches = (kind: ChannelKind): BranchChoice => (isStatusKind(kind) ? "all" : "main");

/** What is stored sealed: the address may hold a token, and the secret signs. */
export type ChannelSecrets = { url?: string; secret?: string };

/** What is wrong with the address of a webhook; null: nothing. */
export function webhookAddressProblem(text: string): string | null {
  const problem = addressProblem(text, { relative: false });
  if (problem === null) return null;
  return problem.includes("user name or password") ? "must not hold a user name or password" : problem;
}

/** The part of an address that may be shown: paths and queries of incoming webhooks are secrets. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? origin : `${origin}/…`;
}

/** Whether a channel gets messages of this kind. */
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
