// Answers a question asked in the dashboard and stores the turn in its conversation, with its calls and the model's proposal.
import type { ModelMessage } from "../../domain/languageModel.ts";
import { truncate } from "../../domain/text.ts";
import type { OperationContext } from "../lib/context.ts";
import { keepTurn, lastTurns, newConversationId, openConversation } from "../operations/coach/conversations.ts";
import type { Person } from "../operations/coach/person.ts";
import { keepProposal, type ProposalView } from "../operations/coach/proposals.ts";
import { askCoach, type CoachAnswer, type CoachRequest, type CoachTools } from "./ask.ts";
import { proposing } from "./proposing.ts";

/** Maximum number of earlier turns that are passed to the model. */
const MAX_HISTORY = 6;
const MAX_OF_A_TEXT = 2_000;

export type Conversed = Omit<CoachAnswer, "proposed" | "projectId"> & {
  conversationId: string;
  proposal: ProposalView | null;
};

export async function converse(
  ctx: OperationContext,
  person: Person,
  { conversationId, ...request }: CoachRequest & { conversationId?: string },
  tools: Omit<CoachTools, "history" | "own">,
): Promise<Conversed> {
  const known = conversationId ? await openConversation(ctx, person, conversationId, request.project) : null;
  const id = known?._id ?? newConversationId(ctx);
  const before = known ? await lastTurns(ctx, known, MAX_HISTORY) : [];
  const history = before.flatMap(({ message, reply }): ModelMessage[] => [
    { role: "user", text: truncate(message, MAX_OF_A_TEXT) },
    { role: "assistant", text: truncate(reply, MAX_OF_A_TEXT) },
  ]);
  const own = (talk: Parameters<typeof proposing>[0]) => [proposing(talk, before.at(-1)?.reply ?? "")];
  // If the model fails after making a proposal, the proposal is dropped because no answer explains it.
  const { proposed, projectId, ...answer } = await askCoach(ctx, person, request, {
    ...tools,
    history,
    own,
    inApp: true,
  });
  const proposal = proposed && (await keepProposal(ctx, person, { conversationId: id, ...proposed }));
  const { reply, model, calls, offers } = answer;
  await keepTurn(ctx, person, id, known, {
    projectId,
    message: request.message,
    reply,
    model,
    calls,
    offers,
    proposalId: proposal?.proposalId ?? null,
  });
  return { ...answer, conversationId: id, proposal };
}
