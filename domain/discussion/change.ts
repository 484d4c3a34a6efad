// Applies a person's change to a conversation, depending on its current state: who may make the change, the new state, or why it is refused.
import { type Discussion, isDeleted, MAX_MESSAGES, type ThreadMessage } from "./thread.ts";

export type NewMessage = Pick<ThreadMessage, "id" | "text" | "mentions">;

/** `rev`: revision of the message as the person saw it. */
export type ThreadChange =
  | { kind: "reply"; message: NewMessage }
  | { kind: "edit"; id: string; rev: number; text: string; mentions: string[] }
  | { kind: "remove"; id: string; rev: number }
  | { kind: "restore"; id: string; rev: number }
  | { kind: "resolve" }
  | { kind: "reopen" };

/** `same`: the conversation already is as requested. `refused`: why not, as a sentence. */
export type Outcome =
  | { outcome: "changed"; next: Discussion; message: ThreadMessage | null }
  | { outcome: "same" }
  | { outcome: "refused"; why: "forbidden" | "conflict" | "not_found"; sentence: string };

/** How long a deleted message can be restored. The next change afterwards deletes its text permanently. */
export const RESTORE_MS = 10 * 60_000;

export const writtenBy = (by: string, at: Date, { id, text, mentions }: NewMessage): ThreadMessage => ({
  id,
  by,
  at,
  text,
  mentions: [...mentions],
  rev: 0,
  editedAt: null,
  deletedAt: null,
});

type Who = { by: string; at: Date };

/** Applies a change. Pure: if another change was saved at the same time, this one is applied again to the new state. */
export function changeThread(thread: Discussion, change: ThreadChange, who: Who): Outcome {
  const now = { ...thread, messages: thread.messages.map((one) => forgotten(one, who.at)) };
  switch (change.kind) {
    case "reply":
      return reply(now, change.message, who);
    case "resolve":
      if (now.resolved)
        return refused("conflict", `${now.resolved.by} resolved it at ${now.resolved.at.toISOString()}.`);
      return { outcome: "changed", next: { ...now, resolved: who }, message: null };
    case "reopen":
      if (!now.resolved) return refused("conflict", "It is open already.");
      return { outcome: "changed", next: { ...now, resolved: null }, message: null };
    case "edit":
      return onOwn(now, change, who, (message) => {
        if (isDeleted(message)) return refused("conflict", "This comment was deleted.");
        if (message.text === change.text) return { outcome: "same" };
        const { text, mentions } = change;
        return { ...message, text, mentions: [...mentions], editedAt: who.at };
      });
    case "remove":
      return onOwn(now, change, who, (message) =>
        isDeleted(message) ? { outcome: "same" } : { ...message, deletedAt: who.at },
      );
    case "restore":
      return onOwn(now, change, who, (message) => {
        if (!isDeleted(message)) return { outcome: "same" };
        if (message.text === "") return refused("conflict", "This comment was deleted too long ago to be restored.");
        return { ...message, deletedAt: null };
      });
  }
}

/** A reply to a resolved conversation reopens it, because otherwise nobody would read the reply. */
function reply(thread: Discussion, message: NewMessage, { by, at }: Who): Outcome {
  const sent = thread.messages.find(({ id }) => id === message.id);
  if (sent) return sent.by === by ? { outcome: "same" } : refused("conflict", "This id belongs to another comment.");
  if (thread.messages.length >= MAX_MESSAGES)
    return refused("conflict", `A conversation has at most ${MAX_MESSAGES} comments: start another one.`);
  const written = writtenBy(by, at, message);
  return { outcome: "changed", next: { messages: [...thread.messages, written], resolved: null }, message: written };
}

function onOwn(
  thread: Discussion,
  { id, rev }: { id: string; rev: number },
  { by }: Who,
  change: (message: ThreadMessage) => ThreadMessage | Outcome,
): Outcome {
  const message = thread.messages.find((one) => one.id === id);
  if (!message) return refused("not_found", "This comment was not found.");
  if (message.by !== by) return refused("forbidden", "Only its author may change a comment.");
  if (message.rev !== rev) return refused("conflict", "You changed this comment elsewhere. Read it again.");
  const after = change(message);
  if ("outcome" in after) return after;
  const next = { ...after, rev: rev + 1 };
  const messages = thread.messages.map((one) => (one === message ? next : one));
  return { outcome: "changed", next: { ...thread, messages }, message: next };
}

const forgotten = (message: ThreadMessage, now: Date): ThreadMessage =>
  message.deletedAt !== null && now.getTime() - message.deletedAt.getTime() > RESTORE_MS
    ? { ...message, text: "", mentions: [] }
    : message;

const refused = (why: "forbidden" | "conflict" | "not_found", sentence: string): Outcome => ({
  outcome: "refused",
  why,
  sentence,
});
