// What a person asked the coach in the dashboard, with the calls that each answer is based on, and series of changes that wait for that
// person's consent.
import type { ProposalStatus } from "../../domain/coach/proposalStatus.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** A call that the person may want next. */
export type Offer = { label: string; tool: string; args: Record<string, unknown>; needsConfirm: boolean };
export type KeptCall = { tool: string; args: Record<string, unknown>; ok: boolean; summary: string };

/**
 * A conversation of one person; `turns` is the number of the next turn. `projectId`: the project in which it began; null if it named none,
 * missing in conversations of earlier versions.
 */
export type Conversation = {
  _id: string;
  orgId: string;
  userId: string;
  projectId?: string | null;
  title: string;
  turns: number;
  createdAt: Date;
  updatedAt: Date;
};
export const conversationSchema = document<Conversation>({
  _id: required(String),
  orgId: required(String),
  userId: required(String),
  projectId: String,
  title: required(String),
  turns: required(Number),
  createdAt: required(Date),
  updatedAt: required(Date),
});
describeCollection(conversationSchema, { holds: "A conversation of a person with the coach." });
conversationSchema.index({ orgId: 1, userId: 1, updatedAt: -1 });

export type ConversationTurn = {
  _id: string;
  conversationId: string;
  index: number;
  message: string;
  reply: string;
  model: string;
  calls: KeptCall[];
  /** Suggested next calls; missing in turns of earlier versions. */
  offers?: Offer[];
  proposalId: string | null;
  at: Date;
};
export const conversationTurnSchema = document<ConversationTurn>({
  _id: required(String),
  conversationId: required(String),
  index: required(Number),
  message: required(String),
  reply: required(String),
  model: required(String),
  calls: { type: json, default: [] },
  offers: json,
  proposalId: { type: String, default: null },
  at: required(Date),
});
describeCollection(conversationTurnSchema, {
  holds: "One question and its answer, with the calls it is based on.",
  id: "`<conversation>-<index>`",
});
conversationTurnSchema.index({ conversationId: 1, index: 1 });

/** `title`: the tool's title; missing in proposals of earlier versions. */
export type ProposedCall = { tool: string; title?: string; args: Record<string, unknown>; why: string };
export type ProposalResult = { tool: string; ok: boolean; summary: string };

/** `results` has one entry per call made; the first failed call is the last. */
export type Proposal = {
  _id: string;
  orgId: string;
  userId: string;
  conversationId: string;
  title: string;
  status: ProposalStatus;
  calls: ProposedCall[];
  results: ProposalResult[];
  createdAt: Date;
  decidedAt: Date | null;
};
export const proposalSchema = document<Proposal>({
  _id: required(String),
  orgId: required(String),
  userId: required(String),
  conversationId: required(String),
  title: required(String),
  status: required(String),
  calls: { type: json, required: true as const },
  results: { type: json, default: [] },
  createdAt: required(Date),
  decidedAt: { type: Date, default: null },
});
describeCollection(proposalSchema, { holds: "A series of changes that waits for a person to approve it." });
proposalSchema.index({ conversationId: 1 });
