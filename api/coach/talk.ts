// One answer of the coach in progress: who asks what about which project, and the tool calls made for it.
import { isDeepStrictEqual } from "node:util";
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

/** A call as stored with the conversation: what was called and whether it succeeded. */
export type CallRecord = { tool: string; args: Record<string, unknown>; ok: boolean; summary: string };

/** Changes that wait for a person's approval. */
export type Proposed = { title: string; calls: ProposedCall[] };

export type Talk = {
  ctx: OperationContext;
  caller: Caller;
  tools: readonly AnyTool[];
  message: string;
  /** Slug; null if the caller has several projects and named none. */
  project: string | null;
  environment: string | null;
  /** Entities that the message names, completed from the request's context. */
  entities: Entities;
  context: Readonly<Record<string, unknown>>;
  calls: CallRecord[];
  /** The tools' answers, against which the figures of a reply are checked. */
  answers: ToolResponse[];
  /** Whether the answer is shown in the dashboard, where a person reads sentences and presses buttons; elsewhere a program reads the calls. */
  inApp: boolean;
  /** Actions offered to the person beside the answer. */
  offers: Offer[];
  /** The most recently proposed changes; null if there are none. */
  proposed: Proposed | null;
  /** Returns the texts from tested pages and tickets that the answers quote. */
  pageTexts(): string[];
  /** Returns the number of calls that may still be made. */
  left(): number;
  /**
   * Calls a tool as the caller, in the project of the talk. Rejects with OutOfTurns if no calls are left, and with ProductError if the
   * caller has exceeded its call limit.
   */
  call(tool: string, args?: Record<string, unknown>): Promise<ToolResponse>;
};

export type TalkInput = Pick<
  Talk,
  "ctx" | "caller" | "tools" | "message" | "project" | "environment" | "entities" | "context" | "inApp"
> & {
  maxTurns: number;
  signal: AbortSignal;
  /** A talk whose model failed: what its calls returned is not called again. */
  earlier?: Pick<Talk, "calls" | "answers">;
  /** Counts a call against the caller's limit of tool calls. */
  count(): Promise<void>;
  /** Called when a call has been answered. */
  onCall?(call: CallRecord): void;
};

export function startTalk({ maxTurns, signal, earlier, count, onCall, ...given }: TalkInput): Talk {
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
      const declared = given.tools.find(({ name }) => name === tool);
      // The gateway would ask for `confirm`; the coach must not be able to get that far.
      if (!declared || !mayCall(given.caller, declared)) throw new Error(`The coach may not call ${tool}.`);
      const placed = placedArgs(given, declared, args);
      const same = (one: CallRecord): boolean => one.ok && one.tool === tool && isDeepStrictEqual(one.args, placed);
      const known = earlier?.answers[earlier.calls.findIndex(same)];
      if (known) {
        answers.push(known);
        return known;
      }
      if (calls.length >= maxTurns) throw new OutOfTurns();
      await count();
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
 * Whether the coach may call the tool. It never changes data or adds to recordings, and starts no job for a caller who may only view,
 * because walking through a site submits its forms.
 */
export function mayCall(caller: Caller, tool: Pick<AnyTool, "mutating" | "adds" | "async">): boolean {
  return rightOf(tool) === "mcpRead" && (!tool.async || mayChange(caller));
}

/** Thrown when the calls are used up; the planner then answers with what it has found so far. */
export class OutOfTurns extends Error {}

/** Adds the project and environment of the question, unless the call names its own. */
function placedArgs(
  { project, environment }: Pick<Talk, "project" | "environment">,
  tool: AnyTool,
  args: Record<string, unknown>,
): Record<string, unknown> {
  // Waiting for a job would hold the person's request open.
  const { maxWaitMs: _, ...own }: Record<string, unknown> = args;
  if (tool.project && project !== null) own.project ??= project;
  if (environment !== null && "environment" in tool.args && own.runId === undefined) own.environment ??= environment;
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined && value !== null));
}

export const runLink = ({ ctx }: Pick<Talk, "ctx">, runId: string): string =>
  publicLink(ctx, `/api/ci/status/${encodeURIComponent(runId)}`);
