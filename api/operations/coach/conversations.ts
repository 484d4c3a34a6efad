// The dashboard's coach conversations: each belongs to one person in one organisation; number, length and age are limited.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import {
  conversationsOf,
  conversationTimes,
  countTurn,
  deleteConversations,
  findConversation,
  insertConversation,
  insertTurn,
  lastTurnsOf,
  proposalsOf,
} from "../../../models/conversations/queries.ts";
import type { Conversation, ConversationTurn, KeptCall, Offer } from "../../../models/conversations/schema.ts";
import { resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type Person, personOf } from "./person.ts";
import { type ProposalView, viewProposal } from "./proposals.ts";

/** Limits per person. Conversations beyond them are deleted when a new one starts. */
export const KEEP = { conversations: 50, turns: 100, days: 90 } as const;
const DAY_MS = 86_400_000;
const MAX_TITLE = 100;
/** Maximum characters of a stored call's arguments and of its summary, because both may quote pages. */
const MAX_OF_A_CALL = 2_000;

const notBefore = (ctx: OperationContext): Date => new Date(ctx.now().getTime() - KEEP.days * DAY_MS);

/** Returns the person's conversation for another question. Throws `conflict` if it is full. */
export async function openConversation(
  ctx: OperationContext,
  person: Person,
  id: string,
  project: string | undefined,
): Promise<Conversation> {
  const found = await findOwn(ctx, person, id, project);
  if (found.turns >= KEEP.turns)
    throw new ProductError("conflict", `The conversation has the maximum of ${KEEP.turns} answers: start a new one.`);
  return found;
}

/** Throws `not_found` if the conversation belongs to somebody else, or began in a project other than `project`. */
async function findOwn(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  project: string | undefined,
): Promise<Conversation> {
  const projectId = await idOf(ctx, caller, project);
  const found = await findConversation(ctx.models, personOf(caller), { id, projectId, since: notBefore(ctx) });
  if (!found) throw new ProductError("not_found", `Conversation "${id}" was not found.`);
  return found;
}

/** Returns the last questions and answers, oldest first. */
export const lastTurns = (
  { models }: OperationContext,
  { _id }: Conversation,
  most: number,
): Promise<ConversationTurn[]> => lastTurnsOf(models, _id, most);

export type NewTurn = {
  /** Project of the question. */
  projectId: string | null;
  message: string;
  reply: string;
  model: string;
  calls: readonly KeptCall[];
  offers: readonly Offer[];
  proposalId: string | null;
};

/** Returns an id for a new conversation; nothing is stored before its first answer. */
export const newConversationId = (ctx: OperationContext): string => makeId("conversation", ctx.ulid());

/** Stores an answer. `known` is null for the first answer of a conversation. */
export async function keepTurn(
  ctx: OperationContext,
  person: Person,
  id: string,
  known: Conversation | null,
  { projectId, ...turn }: NewTurn,
): Promise<void> {
  const { models } = ctx;
  const at = ctx.now();
  if (known === null) {
    await sweep(ctx, person);
    const title = truncate(oneLine(turn.message), MAX_TITLE);
    await insertConversation(models, person, { id, projectId, title, at });
  }
  // Simultaneous answers each get their own index.
  const index = await countTurn(models, person, { id, at });
  // The person deleted the conversation in the meantime, so its answer is not stored either.
  if (index === null) return;
  const calls = turn.calls.map(({ tool, args, ok, summary }) => ({
    tool,
    ok,
    summary: truncate(summary, MAX_OF_A_CALL),
    args: JSON.stringify(args).length <= MAX_OF_A_CALL ? args : {},
  }));
  await insertTurn(models, {
    ...turn,
    _id: `${id}-${String(index).padStart(3, "0")}`,
    conversationId: id,
    index,
    calls,
    offers: [...turn.offers],
    at,
  });
}

/** Deletes expired and surplus conversations to make room for one more. */
async function sweep(ctx: OperationContext, person: Person): Promise<void> {
  const kept = await conversationTimes(ctx.models, person);
  const old = kept.filter(({ updatedAt }, place) => place >= KEEP.conversations - 1 || updatedAt < notBefore(ctx));
  const ids = old.map(({ _id }) => _id);
  if (ids.length > 0) await deleteConversations(ctx.models, ids);
}

const view = ({ _id, title, turns, createdAt, updatedAt }: Conversation) => ({
  conversationId: _id,
  title,
  turns,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const idOf = async (ctx: OperationContext, caller: Caller, project: string | undefined): Promise<string | null> =>
  project ? (await resolveProject(ctx, caller, project))._id : null;

/** Returns the person's conversations, newest first. `project`: only those that began in it, or of which that is unknown. */
export async function listConversations(ctx: OperationContext, caller: Caller, project?: string) {
  const found = await conversationsOf(ctx.models, personOf(caller), {
    since: notBefore(ctx),
    projectId: await idOf(ctx, caller, project),
    limit: KEEP.conversations,
  });
  return { conversations: found.map(view) };
}

/** Returns a whole conversation with its calls and proposals. */
export async function readConversation(ctx: OperationContext, caller: Caller, id: string, project?: string) {
  const found = await findOwn(ctx, caller, id, project);
  const turns = await lastTurns(ctx, found, KEEP.turns);
  const proposals = await proposalsOf(ctx.models, id);
  const views = new Map<string, ProposalView>(proposals.map((one) => [one._id, viewProposal(one)]));
  return {
    conversation: view(found),
    turns: turns.map(({ index, message, reply, model, calls, offers = [], proposalId, at }) => ({
      index,
      message,
      reply,
      model,
      calls,
      offers,
      at: at.toISOString(),
      proposal: proposalId === null ? null : (views.get(proposalId) ?? null),
    })),
  };
}

export async function deleteConversation(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  project: string | undefined,
): Promise<void> {
  const found = await findOwn(ctx, caller, id, project);
  await deleteConversations(ctx.models, [found._id]);
}
