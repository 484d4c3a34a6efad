// Conversations of people with the coach, and the coach's proposals. Each belongs to one person in one organisation.

import type { Models } from "../index.ts";
import type { Conversation, ConversationTurn, Proposal } from "./schema.ts";

type Owner = { orgId: string; userId: string };
const of = ({ orgId, userId }: Owner): Owner => ({ orgId, userId });

/** Those that may be about a project; null for all. In a list, null also finds those without the field. */
const about = (projectId: string | null) => (projectId === null ? {} : { projectId: { $in: [projectId, null] } });

/** Returns the person's conversation if it was active since then. `projectId`: only if it may be about this project. */
export const findConversation = (
  models: Models,
  owner: Owner,
  { id, since, projectId }: { id: string; since: Date; projectId: string | null },
): Promise<Conversation | null> =>
  models.conversations
    .findOne({ _id: id, ...of(owner), updatedAt: { $gte: since }, ...about(projectId) })
    .lean<Conversation>()
    .exec();

/** Returns the person's conversations that were active since then, newest first. `projectId`: only those that may be about this project. */
export const conversationsOf = (
  models: Models,
  owner: Owner,
  { since, projectId, limit }: { since: Date; projectId: string | null; limit: number },
): Promise<Conversation[]> =>
  models.conversations
    .find({ ...of(owner), updatedAt: { $gte: since }, ...about(projectId) })
    .sort({ updatedAt: -1 })
    .limit(limit)
    .lean<Conversation[]>()
    .exec();

/** Returns when each of the person's conversations was last active, newest first. */
export const conversationTimes = (models: Models, owner: Owner): Promise<Pick<Conversation, "_id" | "updatedAt">[]> =>
  models.conversations
    .find(of(owner), { updatedAt: 1 })
    .sort({ updatedAt: -1 })
    .lean<Pick<Conversation, "_id" | "updatedAt">[]>()
    .exec();

export async function insertConversation(
  models: Models,
  owner: Owner,
  { id, projectId, title, at }: { id: string; projectId: string | null; title: string; at: Date },
): Promise<void> {
  await models.conversations.create({
    _id: id,
    ...of(owner),
    projectId,
    title,
    turns: 0,
    createdAt: at,
    updatedAt: at,
  });
}

/** Returns the number of a new turn, from 0; each caller gets its own. Returns null if the conversation was deleted. */
export async function countTurn(
  models: Models,
  owner: Owner,
  { id, at }: { id: string; at: Date },
): Promise<number | null> {
  const counted = await models.conversations
    .findOneAndUpdate({ _id: id, ...of(owner) }, { $inc: { turns: 1 }, $set: { updatedAt: at } })
    .lean<Pick<Conversation, "turns">>();
  return counted?.turns ?? null;
}

export async function insertTurn(models: Models, turn: ConversationTurn): Promise<void> {
  await models.conversationTurns.create(turn);
}

/** Returns the last turns of a conversation, oldest first. */
export async function lastTurnsOf(models: Models, conversationId: string, limit: number): Promise<ConversationTurn[]> {
  const found = await models.conversationTurns
    .find({ conversationId })
    .sort({ index: -1 })
    .limit(limit)
    .lean<ConversationTurn[]>();
  return found.reverse();
}

/** Deletes conversations with their turns and proposals; the conversations last, so that it can be repeated. */
export async function deleteConversations(models: Models, ids: readonly string[]): Promise<void> {
  const conversationId = { $in: [...ids] };
  await models.conversationTurns.deleteMany({ conversationId });
  await models.proposals.deleteMany({ conversationId });
  await models.conversations.deleteMany({ _id: { $in: [...ids] } });
}

export async function insertProposal(models: Models, proposal: Proposal): Promise<void> {
  await models.proposals.create(proposal);
}

export const proposalsOf = (models: Models, conversationId: string): Promise<Proposal[]> =>
  models.proposals.find({ conversationId }).lean<Proposal[]>().exec();

export const findProposal = (models: Models, owner: Owner, id: string): Promise<Proposal | null> =>
  models.proposals
    .findOne({ _id: id, ...of(owner) })
    .lean<Proposal>()
    .exec();

/** Decides an open proposal. Returns false if it was already decided. */
export async function decideProposal(
  models: Models,
  owner: Owner,
  { id, status, at }: { id: string; status: Proposal["status"]; at: Date },
): Promise<boolean> {
  const open = { _id: id, ...of(owner), status: "open" as const };
  return (await models.proposals.updateOne(open, { $set: { status, decidedAt: at } })).modifiedCount > 0;
}

/** Records the results of a proposal's calls so far; without a status it continues. */
export async function keepResults(
  models: Models,
  owner: Owner,
  { id, results, status }: { id: string; results: Proposal["results"]; status?: Proposal["status"] },
): Promise<void> {
  await models.proposals.updateOne({ _id: id, ...of(owner) }, { $set: { results, ...(status && { status }) } });
}
