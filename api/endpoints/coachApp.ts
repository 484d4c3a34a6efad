// The dashboard's coach: stored conversations, streamed answers, and proposals that a person approves.
import type { Response } from "express";
import type { CoachRequest } from "../coach/ask.ts";
import { converse } from "../coach/converse.ts";
import { approveProposal } from "../coach/proposing.ts";
import { goneSignal } from "../lib/onceClosed.ts";
import { closed, text } from "../lib/validate.ts";
import { toProductError } from "../middleware/errors.ts";
import { deleteConversation, listConversations, readConversation } from "../operations/coach/conversations.ts";
import { personOf } from "../operations/coach/person.ts";
import { decide, viewProposal } from "../operations/coach/proposals.ts";
import type { AnyTool } from "../tools/tool.ts";
import { done } from "./answers/accounts.ts";
import { appCoachAnswer, conversation, conversations, proposal } from "./answers/coach.ts";
import { countingToolCalls, countOf, question } from "./coach.ts";
import { defineEndpoint, type Endpoint, type EndpointArea } from "./define.ts";
import { mayEdit } from "./permits.ts";

const shared = { tag: "Coach", access: "session", noStore: true } as const;
const EVENT_STREAM = "text/event-stream";

const TOLD_EVENTS =
  "With `Accept: text/event-stream` it streams: `call` for each call of a tool, `text` for each line of the answer, `done` with the whole answer, or `error`.";

const askInApp = (tools: readonly AnyTool[]): Endpoint =>
  defineEndpoint({
    ...shared,
    method: "post",
    path: "/api/app/coach",
    id: "converse",
    summary: "Ask in a conversation that is kept",
    description: `Without \`conversationId\` a conversation begins. A language model may propose changes; nothing is done before \`approve\`. ${TOLD_EVENTS}`,
    allowed: "everyone signed in",
    first: countingToolCalls,
    limits: ["coach"],
    body: closed({ ...question, conversationId: text(100) }),
    bounds: "question",
    uncompressed: true,
    answers: { 200: { description: "The answer.", json: appCoachAnswer, types: [EVENT_STREAM] } },
    refusals: {
      404: "The project, the environment or the conversation is unknown, or the conversation began in another project.",
      409: "The conversation has as many answers as it may: begin another one.",
    },
    async handle({ ctx, caller, body, req, res }) {
      const streams = req.accepts(["application/json", EVENT_STREAM]) === EVENT_STREAM;
      const events = streams ? eventsTo(res) : null;
      const free = { tools, signal: goneSignal(res), count: countOf(req, res) };
      try {
        const {
          calls,
          fault: _,
          feature: __,
          action: ___,
          ...answer
        } = await converse(ctx, personOf(caller), body as CoachRequest & { conversationId?: string }, {
          ...free,
          ...(events && { onCall: ({ tool, ok, summary }) => events.send("call", { tool, ok, summary }) }),
        });
        const whole = { ok: true, ...answer, toolCalls: calls.length, calls };
        if (!events) return { json: whole };
        for (const line of answer.reply.split("\n")) events.send("text", { text: `${line}\n` });
        events.send("done", whole);
        res.end();
      } catch (error) {
        const known = toProductError(error);
        // Before the first event, an ordinary error response is still possible.
        if (!events?.begun() || !known) throw error;
        events.send("error", { error: known.message, code: known.code });
        res.end();
      }
      return undefined;
    },
  });

/** Sends an answer's events to the response; the first event sends the headers. */
function eventsTo(res: Response) {
  return {
    begun: () => res.headersSent,
    send(event: string, data: unknown) {
      if (res.destroyed || res.writableEnded) return;
      if (!res.headersSent) res.status(200).set({ "Content-Type": EVENT_STREAM, "X-Accel-Buffering": "no" });
      // JSON.stringify emits no line breaks, so an event is always one line of data.
      res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
  };
}

const list = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/coach",
  id: "listConversations",
  summary: "One's own conversations, the newest first",
  description: "`project`: only those that began in it, or of which that is unknown.",
  query: closed({ project: text(100) }),
  answers: { 200: { description: "Of the last 90 days, 50 at most.", json: conversations } },
  refusals: { 404: "The project is unknown." },
  handle: async ({ ctx, caller, query: { project } }) => ({ json: await listConversations(ctx, caller, project) }),
});

const one = {
  ...shared,
  params: { conversationId: "Id of the conversation" },
  description: "`project`: 404 for one that began in another project.",
  query: closed({ project: text(100) }),
} as const;
const read = defineEndpoint({
  ...one,
  method: "get",
  path: "/api/app/coach/{conversationId}",
  id: "readConversation",
  summary: "A conversation with its calls and proposals",
  answers: { 200: { description: "Oldest question first.", json: conversation } },
  handle: async ({ ctx, caller, params: { conversationId }, query: { project } }) => ({
    json: await readConversation(ctx, caller, conversationId, project),
  }),
});

const remove = defineEndpoint({
  ...one,
  method: "delete",
  path: "/api/app/coach/{conversationId}",
  id: "deleteConversation",
  summary: "Delete a conversation",
  allowed: "the person whose conversation it is",
  answers: { 200: { description: "It is gone.", json: done } },
  async handle({ ctx, caller, params: { conversationId }, query: { project } }) {
    await deleteConversation(ctx, caller, conversationId, project);
    return { json: { success: true } };
  },
});

const ofProposal = { proposalId: "Id of the proposal" };
const approve = (tools: readonly AnyTool[]): Endpoint =>
  defineEndpoint({
    ...shared,
    method: "post",
    path: "/api/app/coach/proposals/{proposalId}/approve",
    id: "approveProposal",
    summary: "Do what was proposed",
    description:
      "Makes the calls in order, each with `confirm: true`, with the current rights of the person who approves. Stops at the first refused call. `results` has the outcome of each.",
    allowed: "the roles editor and admin, for proposals made to them",
    first: countingToolCalls,
    limits: ["coach"],
    permit: mayEdit,
    params: ofProposal,
    answers: { 200: { description: "What came of it.", json: proposal } },
    refusals: { 409: "Already decided, or more than a day old." },
    handle: async ({ ctx, caller, params: { proposalId }, req, res }) => ({
      json: await approveProposal(ctx, personOf(caller), proposalId, {
        // A signal that never aborts: closing the window must not leave a series of calls half done.
        tools,
        signal: new AbortController().signal,
        count: countOf(req, res),
      }),
    }),
  });

const reject = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/app/coach/proposals/{proposalId}/reject",
  id: "rejectProposal",
  summary: "Do nothing of what was proposed",
  allowed: "the person to whom it was made",
  params: ofProposal,
  answers: { 200: { description: "It is rejected.", json: proposal } },
  refusals: { 409: "Already decided." },
  handle: async ({ ctx, caller, params: { proposalId } }) => ({
    json: viewProposal(await decide(ctx, personOf(caller), proposalId, "rejected")),
  }),
});

export const coachAppEndpoints = (tools: readonly AnyTool[]): EndpointArea => ({
  name: "coachApp",
  endpoints: [askInApp(tools), list, read, remove, approve(tools), reject],
});
