// Lets a model propose changes: a person approves the proposed calls, and they are then made with that person's rights.

import { onlyReads } from "../../domain/coach/askedFor.ts";
import { isFields } from "../../domain/fields.ts";
import { truncate } from "../../domain/text.ts";
import { repeats } from "../../domain/untrusted/overlap.ts";
import { seenText } from "../../domain/untrusted/unseen.ts";
import type { ProposalResult, ProposedCall } from "../../models/conversations/schema.ts";
import { mayChange } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { validated } from "../lib/validate.ts";
import type { Person } from "../operations/coach/person.ts";
import { decide, MAX_CALLS, noteResults, type ProposalView } from "../operations/coach/proposals.ts";
import { invokeTool } from "../tools/invoke.ts";
import type { AnyTool } from "../tools/tool.ts";
import { callLine } from "./sentences.ts";
import type { Proposed, Talk } from "./talk.ts";
import type { OwnTool } from "./withModel.ts";

const MAX_TEXT = 300;
const text = (value: unknown): string => truncate(seenText(typeof value === "string" ? value : ""), MAX_TEXT);

/**
 * Returns the tool `propose_changes`. The last valid proposal of the model becomes the talk's proposal. `before` is the last answer of the
 * conversation, "" if there is none.
 */
export function proposing(talk: Talk, before = ""): OwnTool {
  const writes = talk.tools.filter(({ mutating }) => mutating).map(({ name }) => name);
  return {
    name: "propose_changes",
    description: `Proposes up to ${MAX_CALLS} calls that change something, in their order. Nothing is done: the person sees them and approves or not. Use it only when the person asked for a change. Tools: ${writes.join(", ")}.`,
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string" },
        calls: {
          type: "array",
          items: {
            type: "object",
            properties: { tool: { type: "string" }, args: { type: "object" }, why: { type: "string" } },
            required: ["tool", "args"],
          },
        },
      },
      required: ["title", "calls"],
    },
    async answer({ title, calls }) {
      // The model reads pages and tickets; changes requested there must not become a proposal.
      if (onlyReads(talk.message, before))
        return "The person asked for no change, so nothing is proposed. Answer the question; mention the change if it would help.";
      if (!Array.isArray(calls) || calls.length === 0 || calls.length > MAX_CALLS)
        return `calls must be a list of 1 to ${MAX_CALLS} calls.`;
      const checked = await Promise.all(calls.map((call, at) => checkedCall(talk, call, at + 1)));
      const problems = checked.filter((one) => typeof one === "string");
      if (problems.length > 0) return problems.join("\n");
      const kept = ownWords(talk, { title: text(title), calls: checked as ProposedCall[] });
      talk.proposed = kept;
      return "Kept. Explain what is proposed and that it needs approval; do not claim that it was done.";
    },
  };
}

/**
 * Keeps the proposal's texts only if they are the model's own words: texts that repeat a page or a ticket are replaced with the tools'
 * titles, or removed.
 */
function ownWords(talk: Talk, { title, calls }: Proposed): Proposed {
  const pages = talk.pageTexts();
  const own = (words: string, otherwise: string): string => (words === "" || repeats(words, pages) ? otherwise : words);
  const titles = [...new Set(calls.map((call) => call.title))].join(", ");
  return {
    title: own(title, truncate(titles, MAX_TEXT)),
    calls: calls.map((call) => ({ ...call, why: own(call.why, "") })),
  };
}

/** Returns the call as it would be made, without `confirm`, or a message saying what is wrong with it. */
async function checkedCall(talk: Talk, call: unknown, place: number): Promise<ProposedCall | string> {
  const { tool: name, args, why } = isFields(call) ? call : {};
  const tool = talk.tools.find((one) => one.name === name);
  if (!tool?.mutating || !isFields(args))
    return `Call ${place}: ${text(name)} is not a tool that changes something, or its args are missing.`;
  const { confirm: _, ...given } = args;
  const placed = { ...(tool.project && talk.project !== null && { project: talk.project }), ...given };
  try {
    await validated(tool.schema, { ...placed, confirm: true });
  } catch (error) {
    return `Call ${place} (${tool.name}): ${text(error instanceof Error ? error.message : "")}`;
  }
  return { tool: tool.name, title: tool.title, args: placed, why: text(why) };
}

/** Returns the tool's title, as shown to people. */
export const titleOf = (talk: Talk, tool: string, otherwise: string): string =>
  talk.tools.find(({ name }) => name === tool)?.title ?? otherwise;

/**
 * Returns the built-in planner's answer to a request for changes: a proposal in the dashboard, elsewhere a description of the calls.
 * `title`: "Ignore .ad in all scenarios".
 */
export function proposalLines(talk: Talk, title: string, calls: readonly Omit<ProposedCall, "title">[]): string[] {
  const named = calls.map((call) => ({ ...call, title: titleOf(talk, call.tool, title) }));
  if (!talk.inApp)
    return [
      "That changes something, so I do not do it myself.",
      ...named.map(({ title: label, tool, args }) => callLine({ label, tool, args, needsConfirm: true })),
    ];
  if (!mayChange(talk.caller)) return [`${title}: you may only view this project. Ask an editor to do it.`];
  talk.proposed = { title, calls: named };
  return ["Nothing is changed yet. Approve the proposal below to do it."];
}

/** Makes the calls of an approved proposal in order, with the person's current rights, and stops at the first failure. */
export async function approveProposal(
  ctx: OperationContext,
  person: Person,
  id: string,
  { tools, signal, count }: { tools: readonly AnyTool[]; signal: AbortSignal; count(): Promise<void> },
): Promise<ProposalView> {
  const proposal = await decide(ctx, person, id, "running");
  const results: ProposalResult[] = [];
  for (const { tool, args } of proposal.calls) {
    results.push(
      await resultOf(tool, async () => {
        await count();
        return (await invokeTool(ctx, person, { tool, args: { ...args, confirm: true } }, signal, tools)).envelope;
      }),
    );
    if (results.at(-1)?.ok === false) return noteResults(ctx, person, id, { results, status: "failed" });
    await noteResults(ctx, person, id, { results });
  }
  return noteResults(ctx, person, id, { results, status: "done" });
}

/** Unexpected failures end the proposal as well; otherwise it would stay in progress forever. */
async function resultOf(tool: string, call: () => Promise<{ ok: boolean; summary: string }>): Promise<ProposalResult> {
  try {
    const { ok, summary } = await call();
    return { tool, ok, summary: text(summary) };
  } catch (error) {
    return { tool, ok: false, summary: text(error instanceof Error ? error.message : "It failed.") };
  }
}
