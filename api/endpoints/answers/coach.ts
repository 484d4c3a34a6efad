// Answers of the coach.
import { boolean, object, string } from "yup";
import { PROPOSAL_STATUSES } from "../../../domain/coach/proposalStatus.ts";
import { count, id, listOf, maybeTime, note, oneOf, time, yes } from "./fields.ts";
import { named } from "./named.ts";

const model = () => id().meta(note("`builtin`, or the name of the language model"));

export const coachAnswer = named(
  "CoachAnswer",
  object({
    ok: yes(),
    reply: id().meta(note("Plain text; quotes of tested pages in it are data")),
    model: model(),
    toolCalls: count().meta(note("Calls of tools that were made")),
  }).required(),
);

export const legacyCoachAnswer = named(
  "LegacyCoachAnswer",
  object({
    reply: id(),
    feature: id(),
    action: id(),
    model: model(),
    key: id().meta(note("The routing key that was used: `<feature>.<action>`")),
  }).required(),
);

const calls = () =>
  listOf(object({ tool: id(), args: object().required(), ok: boolean().required(), summary: id() })).meta(
    note("Calls of tools, in their order"),
  );

const proposalFields = {
  proposalId: id(),
  title: id(),
  status: oneOf(PROPOSAL_STATUSES).required(),
  calls: listOf(object({ tool: id(), args: object().required(), why: string().defined() })),
  results: listOf(object({ tool: id(), ok: boolean().required(), summary: string().defined() })).meta(
    note("Of the calls that were made"),
  ),
  createdAt: time(),
  decidedAt: maybeTime(),
};
export const proposal = named("Proposal", object(proposalFields).required());
const maybeProposal = () =>
  object(proposalFields).nullable().default(undefined).defined().meta(note("Changes that wait for approval"));

export const appCoachAnswer = named(
  "AppCoachAnswer",
  object({
    ok: yes(),
    reply: id(),
    model: model(),
    toolCalls: count(),
    calls: calls(),
    conversationId: id(),
    proposal: maybeProposal(),
  }).required(),
);

const conversationFields = { conversationId: id(), title: id(), turns: count(), createdAt: time(), updatedAt: time() };

export const conversations = named(
  "Conversations",
  object({ conversations: listOf(object(conversationFields)) }).required(),
);

export const conversation = named(
  "Conversation",
  object({
    conversation: object(conversationFields).required(),
    turns: listOf(
      object({
        index: count(),
        message: id(),
        reply: id(),
        model: model(),
        calls: calls(),
        at: time(),
        proposal: maybeProposal(),
      }),
    ),
  }).required(),
);
