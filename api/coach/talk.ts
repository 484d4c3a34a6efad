// One answer of the coach in the making: who asks what about which project, and the calls of tools that were made for it.
import type { Entities } from "../../domain/guidance/entities.ts";
import type { Offer, ProposedCall } from "../../models/conversations/schema.ts";
import { mayChange } from "../lib/access.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { publicLink } from "../lib/publicLink.ts";
import type { ToolResponse } from "../tools/envelope.ts";
import { invokeTool } from "../tools/invoke.ts";
import { pageTextsOf } from "../tools/pageText.ts";
import { type AnyTool, rightOf } from "../tools/tool.ts";

export const MAX_TURNS = 8;

/** A call as it is kept with the conversation: enough to see what was asked and whether it came to anything. */
export type CallRecord = { tool: string; args: Record<string, unknown>; ok: boolean; summary: string };

/** Changes that wait for a person's approval. */
export type Proposed = { title: string; calls: ProposedCall[] };

export type Talk = {
  ctx: OperationContext;
  caller: Caller;
  tools: readonly AnyTool[];
  message: string;
  /** Slug; null: the caller has several and named none. */
  project: string | null;
  environment: string | null;
  /** What the message names; the request's context fills what it does not. */
  entities: Entities;
  context: Readonly<Record<string, unknown>>;
  calls: CallRecord[];
  /** What the tools answered, for the check of figures. */
  answers: ToolResponse[];
  /** In the dashboard: a person reads sentences and presses buttons. Elsewhere a program reads the calls. */
  inApp: boolean;
  /** What the person is offered beside the answer. */
  offers: Offer[];
  /** Changes proposed last; null: none. */
  proposed: Proposed | null;
  /** What the answers quote from tested pages and tickets. */
  pageTexts(): string[];
  /** Calls that may still be made. */
  left(): number;
  /**
   * Calls a tool that the coach may call, as the caller, in the project that is talked about. Rejects with ProductError where
   * the caller has made too many calls.
   */
  call(tool: string, args?: Record<string, unknown>): Promise<ToolResponse>;
};

export type TalkInput = Pick<
  Talk,
  "ctx" | "caller" | "tools" | "message" | "project" | "environment" | "entities" | "context" | "inApp"
> & {
  maxTurns: number;
  signal: AbortSignal;
  /** Counts a call against the caller's limit of tool calls. */
  count(): Promise<void>;
  /** Told of each call when it is answered. */
  onCall?(call: CallRecord): void;
};

export function startTalk({ maxTurns, signal, count, onCall, ...given }: TalkInput): Talk {
  const calls: CallRecord[] = [];
  const answers: ToolResponse[] = [];
  return {
    ...given,
    calls,
    answers,
    offers: [],
    proposed: null,
    pageTexts: () =>
      answers.flatMap(({ tool, data }) => pageTextsOf(data, given.tools.find(({ name }) => name === tool)?.pageText)),
    left: () => maxTurns - calls.length,
    async call(tool, args = {}) {
      if (calls.length >= maxTurns) throw new OutOfTurns();
      const declared = given.tools.find(({ name }) => name === tool);
      // The gate of the gateway would ask for confirm; the coach has no way to it at all.
      if (!declared || !mayCall(given.caller, declared)) throw new Error(`The coach may not call ${tool}.`);
      await count();
      const placed = placedArgs(given, declared, args);
      const { envelope } = await invokeTool(given.ctx, given.caller, { tool, args: placed }, signal, given.tools);
      const record = { tool, args: placed, ok: envelope.ok, summary: envelope.summary };
      calls.push(record);
      answers.push(envelope);
      onCall?.(record);
      return envelope;
    },
  };
}

/**
 * The coach changes nothing, adds nothing to what somebody records, and starts no job unasked for somebody who may only look: a walk
 * through a site sends its forms.
 */
export function mayCall(caller: Caller, tool: Pick<AnyTool, "mutating" | "adds" | "async">): boolean {
  return rightOf(tool) === "mcpRead" && (!tool.async || mayChange(caller));
}

/** The calls are used up; what is known so far is the answer. */
export class OutOfTurns extends Error {}

/** A call is made where the question was asked, unless it says otherwise itself. */
function placedArgs(
  { project, environment }: Pick<Talk, "project" | "environment">,
  tool: AnyTool,
  args: Record<string, unknown>,
): Record<string, unknown> {
  // Waiting for a job would hold the person's question open.
  const { maxWaitMs: _, ...own }: Record<string, unknown> = args;
  if (tool.project && project !== null) own.project ??= project;
  if (environment !== null && "environment" in tool.args && own.runId === undefined) own.environment ??= environment;
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined && value !== null));
}

export const runLink = ({ ctx }: Pick<Talk, "ctx">, runId: string): string =>
  publicLink(ctx, `/api/ci/status/${encodeURIComponent(runId)}`);
