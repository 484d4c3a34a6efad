// A question of the dashboard: asked within a conversation, and kept there with its calls and with what a model proposed.
import type { ModelMessage } from "../../domain/languageModel.ts";
import { truncate } from "../../domain/text.ts";
import type { OperationContext } from "../lib/context.ts";
import { keepTurn, lastTurns, newConversationId, openConversation } from "../operations/coach/conversations.ts";
import type { Person } from "../operations/coach/person.ts";
import { keepProposal, type ProposalView } from "../operations/coach/proposals.ts";
import { askCoach, type CoachAnswer, type CoachRequest, type CoachTools } from "./ask.ts";
import { proposing } from "./proposing.ts";

/** Questions and answers before this one that a model is told. */
const MAX_HISTORY = 6;
const MAX_OF_A_TEXT = 2_000;

export type Conversed = Omit<CoachAnswer, "proposed"> & { conversationId: string; proposal: ProposalView | null };

export async function converse(
  ctx: OperationContext,
  person: Person,
  { conversationId, ...request }: CoachRequest & { conversationId?: string },
  tools: Omit<CoachTools, "history" | "own">,
): Promise<Conversed> {
  const known = conversationId ? await openConversation(ctx, person, conversationId) : null;
  const id = known?._id ?? newConversationId(ctx);
  const before = known ? await lastTurns(ctx, known, MAX_HISTORY) : [];
  const history = before.flatMap(({ message, reply }): ModelMessage[] => [
    { role: "user", text: truncate(message, MAX_OF_A_TEXT) },
    { role: "assistant", text: truncate(reply, MAX_OF_A_TEXT) },
  ]);
  const own = (talk: Parameters<typeof proposing>[0]) => [proposing(talk, before.at(-1)?.reply ?? "")];
  // Of a model that failed afterwards nothing is kept: nobody explained it.
  const { proposed, ...answer } = await askCoach(ctx, person, request, { ...tools, history, own, inApp: true });
  const proposal = proposed && (await keepProposal(ctx, person, { conversationId: id, ...proposed }));
  const { reply, model, calls, offers } = answer;
  await keepTurn(ctx, person, id, known, {
    message: request.message,
    reply,
    model,
    calls,
    offers,
    proposalId: proposal?.proposalId ?? null,
  });
  return { ...answer, conversationId: id, proposal };
}
