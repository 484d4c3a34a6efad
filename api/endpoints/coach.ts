// Questions to the coach: for people and agents, and the legacy endpoint with its single credential.
import type { Request, RequestHandler, Response } from "express";
import { object } from "yup";
import { askCoach, type CoachRequest } from "../coach/ask.ts";
import { goneSignal } from "../lib/onceClosed.ts";
import { closed, requiredText, text, wholeNumber } from "../lib/validate.ts";
import { agentCaller } from "../operations/coach/agentCaller.ts";
import type { AnyTool } from "../tools/tool.ts";
import { coachAnswer, legacyCoachAnswer } from "./answers/coach.ts";
import { defineEndpoint, type Endpoint, type EndpointArea, type Parts } from "./define.ts";
import { toolReaders } from "./permits.ts";

export const MAX_QUESTION = 4_000;

/** Any fields; the body's bounds limit their number and length. */
const contextField = () => object().typeError("context must be an object").default(undefined);

export const question = {
  message: requiredText(MAX_QUESTION),
  project: text(),
  environment: text(),
  feature: text(100),
  action: text(100),
  context: contextField(),
  /** Values above 8 are accepted and treated as 8. */
  maxTurns: wholeNumber(1, Number.MAX_SAFE_INTEGER),
};

/** Makes the coach's tool calls count against the caller's own limit; `countOf` counts one call. */
export const countingToolCalls = ({ limits }: Parts): RequestHandler[] => [
  (_req, res, next) => {
    res.locals.toolCalls = limits.invoke;
    next();
  },
];

export const countOf = (req: Request, res: Response) => (): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const invoke: RequestHandler = res.locals.toolCalls;
    void invoke(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });

const SPARE = "What changes something is described with its call, and never done. ";

const coachV2 = (tools: readonly AnyTool[]): Endpoint =>
  defineEndpoint({
    method: "post",
    path: "/api/coach/v2/agent",
    id: "askCoach",
    tag: "Coach",
    summary: "Ask a question in plain language",
    description: `Tools that change nothing are called as the caller, \`maxTurns\` of them at most (8, and more means 8). ${SPARE}\`model\` is \`builtin\` where no language model is configured or it failed.`,
    access: "either",
    ...toolReaders,
    first: countingToolCalls,
    limits: ["coach"],
    body: closed(question),
    bounds: "question",
    noStore: true,
    answers: { 200: { description: "The answer.", json: coachAnswer } },
    refusals: { 404: "The project or the environment is unknown." },
    async handle({ ctx, caller, body, req, res }) {
      const found = await askCoach(ctx, caller, body as CoachRequest, {
        tools,
        signal: goneSignal(res),
        count: countOf(req, res),
      });
      return { json: { ok: true, reply: found.reply, model: found.model, toolCalls: found.calls.length } };
    },
  });

const coachV1 = (tools: readonly AnyTool[]): Endpoint =>
  defineEndpoint({
    method: "post",
    path: "/api/coach/v1/agent",
    id: "askCoachLegacy",
    tag: "Coach",
    summary: "Ask a question with the legacy credential",
    description: `For older integrations. The credential is SVC_COACH_AGENT_KEY, which reads every organisation; without it the endpoint is not there. ${SPARE}`,
    access: "agentBearer",
    allowed: "holders of the agent key",
    first: countingAgentCalls,
    limits: ["coachAgent"],
    body: closed({
      orgId: requiredText(100),
      message: question.message,
      projectId: text(),
      userId: text(300),
      feature: question.feature,
      action: question.action,
      context: contextField(),
    }),
    bounds: "question",
    noStore: true,
    answers: { 200: { description: "The answer.", json: legacyCoachAnswer } },
    refusals: { 404: "No agent key is configured, or the organisation, the person or the project is unknown." },
    async handle({ ctx, body, req, res }) {
      const { orgId, userId, projectId, ...rest } = body;
      const caller = await agentCaller(ctx, { orgId, ...(userId && { userId }) });
      const found = await askCoach(ctx, caller, { ...rest, ...(projectId && { project: projectId }) } as CoachRequest, {
        tools,
        signal: goneSignal(res),
        count: countOf(req, res),
      });
      const { reply, feature, action, model } = found;
      return { json: { reply, feature, action, model, key: `${feature}.${action}` } };
    },
  });

/** Does not count tool calls: a question makes at most eight of them, and the questions themselves are limited. */
function countingAgentCalls(): RequestHandler[] {
  return [
    (_req, res, next) => {
      const free: RequestHandler = (_, __, done) => done();
      res.locals.toolCalls = free;
      next();
    },
  ];
}

export const coachEndpoints = (tools: readonly AnyTool[]): EndpointArea => ({
  name: "coach",
  endpoints: [coachV2(tools), coachV1(tools)],
});
