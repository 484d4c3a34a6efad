// A conversation about a place on a screenshot: what is kept of it, and whom it waits for.
import type { Box } from "../visual/pageMap.ts";

/** `rev` is raised by every change of this message. A deleted one keeps its text for a while, so that it can be restored. */
export type ThreadMessage = {
  id: string;
  /** Who wrote it, as in the audit log: of people the e-mail address. */
  by: string;
  at: Date;
  text: string;
  /** E-mail addresses of the members whom the text names. */
  mentions: string[];
  rev: number;
  editedAt: Date | null;
  deletedAt: Date | null;
};

export type Resolved = { by: string; at: Date };

/** What changes in a conversation. */
export type Discussion = { messages: readonly ThreadMessage[]; resolved: Resolved | null };

/** Where on the new screenshot it is about. `selector`: of the change there; "" where none is known. */
export type ThreadRegion = { box: Box; selector: string };

export const MAX_MESSAGES = 200;
export const MAX_MESSAGE_LENGTH = 5_000;
/** Of one place that are not resolved: more would be read by nobody. */
export const MAX_OPEN_THREADS = 50;

export const isDeleted = ({ deletedAt }: ThreadMessage): boolean => deletedAt !== null;

/** Nothing is left to read. */
export const isEmpty = ({ messages }: Pick<Discussion, "messages">): boolean => messages.every(isDeleted);

/** Why it waits for somebody: they were mentioned, or somebody answered the conversation that they began. */
export type WaitKind = "mention" | "reply";
export type Wait = { email: string; kind: WaitKind; by: string; at: Date; text: string };

/** Whom the conversation waits for, each once: until it is resolved, or until they answer. */
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
 * Whom a written message is told, each once: those whom it mentions and, of a reply, whoever began the conversation. Earlier
 * messages that still wait for them make no difference. Nobody is told about what is resolved.
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

/** A screenshot of a later run as far as it tells where a conversation belongs on it. */
export type Seen = {
  shotId: string;
  picture: string | null;
  regions: readonly { box: Box; selector: string }[];
};

/**
 * Where the conversation stands on a screenshot: where it was begun there or the picture is the same, else at the change with the
 * same selector; null: nowhere on it.
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
