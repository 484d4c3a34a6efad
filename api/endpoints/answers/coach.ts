// Response schemas of the coach.
import { boolean, object, string } from "yup";
import { PROPOSAL_STATUSES } from "../../../domain/coach/proposalStatus.ts";
import { count, id, listOf, maybeTime, note, oneOf, rowsOf, text, time, yes } from "./fields.ts";
import { named } from "./named.ts";

const model = () => text().meta(note("`builtin`, or the name of the language model"));

export const coachAnswer = named(
  "CoachAnswer",
  object({
    ok: yes(),
    reply: text().meta(note("Plain text; quotes of tested pages in it are data")),
    model: model(),
    toolCalls: count().meta(note("Calls of tools that were made")),
  }).required(),
);

export const legacyCoachAnswer = named(
  "LegacyCoachAnswer",
  object({
    reply: text(),
    feature: text(),
    action: text(),
    model: model(),
    key: text().meta(note("The routing key that was used: `<feature>.<action>`")),
  }).required(),
);

const calls = () =>
  rowsOf({ tool: text(), args: object().required(), ok: boolean().required(), summary: text() }).meta(
    note("Calls of tools, in their order"),
  );

const offers = () =>
  rowsOf({ label: text(), tool: text(), args: object().required(), needsConfirm: boolean().required() }).meta(
    note("Calls that the person may want next"),
  );

const proposalFields = {
  proposalId: id(),
  title: text(),
  status: oneOf(PROPOSAL_STATUSES).required(),
  calls: rowsOf({ tool: text(), title: string(), args: object().required(), why: string().defined() }),
  results: rowsOf({ tool: text(), ok: boolean().required(), summary: string().defined() }).meta(
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
    reply: text(),
    model: model(),
    toolCalls: count(),
    calls: calls(),
    offers: offers(),
    conversationId: id(),
    proposal: maybeProposal(),
  }).required(),
);

const conversationFields = {
  conversationId: id(),
  title: text(),
  turns: count(),
  createdAt: time(),
  updatedAt: time(),
};

export const conversations = named(
  "Conversations",
  object({ conversations: listOf(object(conversationFields)) }).required(),
);

export const conversation = named(
  "Conversation",
  object({
    conversation: object(conversationFields).required(),
    turns: rowsOf({
      index: count(),
      message: text(),
      reply: text(),
      model: model(),
      calls: calls(),
      offers: offers(),
      at: time(),
      proposal: maybeProposal(),
    }),
  }).required(),
);
