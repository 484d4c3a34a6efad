// A conversation about a place on a screenshot: its stored data, and whom it waits for.
import type { Box } from "../visual/pageMap.ts";

/** `rev` increases with every change of the message. A deleted message keeps its text for a while so that it can be restored. */
export type ThreadMessage = {
  id: string;
  /** Author, as in the audit log; the email address for people. */
  by: string;
  at: Date;
  text: string;
  /** Email addresses of the members that the text mentions. */
  mentions: string[];
  rev: number;
  editedAt: Date | null;
  deletedAt: Date | null;
};

export type Resolved = { by: string; at: Date };

/** The part of a conversation that changes. */
export type Discussion = { messages: readonly ThreadMessage[]; resolved: Resolved | null };

/** The place on the new screenshot. `selector`: selector of the change there; "" if unknown. */
export type ThreadRegion = { box: Box; selector: string };

export const MAX_MESSAGES = 200;
export const MAX_MESSAGE_LENGTH = 5_000;
/** Maximum number of unresolved conversations in one place, because nobody would read more. */
export const MAX_OPEN_THREADS = 50;

export const isDeleted = ({ deletedAt }: ThreadMessage): boolean => deletedAt !== null;

/** Returns whether all messages are deleted. */
export const isEmpty = ({ messages }: Pick<Discussion, "messages">): boolean => messages.every(isDeleted);

/** Why a conversation waits for a person: they were mentioned, or somebody replied to a conversation that they started. */
export type WaitKind = "mention" | "reply";
export type Wait = { email: string; kind: WaitKind; by: string; at: Date; text: string };

/** Returns whom the conversation waits for, each person once: until it is resolved or they reply. */
export function waitsOf({ messages, resolved }: Discussion): Wait[] {
  if (resolved) return [];
  const waits = new Map<string, Wait>();
  const [first] = messages;
  for (const message of messages) {
    if (isDeleted(message)) continue;
    const { by, at, text, mentions } = message;
    waits.delete(by);
    if (first && by !== first.by && first.by.includes("@") && !waits.has(first.by))
      waits.set(first.by, { email: first.by, kind: "reply", by, at, text });
    for (const email of mentions) if (email !== by) waits.set(email, { email, kind: "mention", by, at, text });
  }
  return [...waits.values()];
}

/**
 * Returns who is notified of a new message, each person once: everybody it mentions and, for a reply, the person who started the
 * conversation. Earlier unanswered messages make no difference. Nobody is notified about resolved conversations.
 */
export function toldBy(
  { messages, resolved }: Discussion,
  { by, mentions }: ThreadMessage,
  { isReply }: { isReply: boolean },
): { email: string; kind: WaitKind }[] {
  if (resolved) return [];
  const told = new Map<string, WaitKind>();
  const author = messages[0]?.by;
  if (isReply && author?.includes("@")) told.set(author, "reply");
  for (const email of mentions) told.set(email, "mention");
  told.delete(by);
  return [...told].map(([email, kind]) => ({ email, kind }));
}

/** The data of a later run's screenshot that determines where a conversation belongs on it. */
export type Seen = {
  shotId: string;
  picture: string | null;
  regions: readonly { box: Box; selector: string }[];
};

/**
 * Returns the place of the conversation on a screenshot: where it was started if the screenshot or its image is the same, otherwise the
 * change with the same selector; null if there is no such place.
 */
export function pinOf(
  began: { shotId: string; picture: string | null; region: ThreadRegion | null },
  seen: Seen,
): Box | null {
  const { region } = began;
  if (!region) return null;
  const same = began.shotId === seen.shotId || (began.picture !== null && began.picture === seen.picture);
  if (same) return region.box;
  const again = region.selector === "" ? undefined : seen.regions.find(({ selector }) => selector === region.selector);
  return again?.box ?? null;
}
