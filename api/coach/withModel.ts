// Answers with the configured language model. The model gets only tools that change nothing, and its answer is checked against theirs.
import { unheldClaims } from "../../domain/coach/claims.ts";
import { ungroundedFigures } from "../../domain/coach/figures.ts";
import {
  type LanguageModel,
  type ModelCall,
  ModelError,
  type ModelMessage,
  type ModelTool,
} from "../../domain/languageModel.ts";
import { hintOf } from "../../domain/nearest.ts";
import { truncate } from "../../domain/text.ts";
import { requireBudget, spend } from "../operations/coach/spending.ts";
import { instructionsFor, modelTool, toolsFor } from "./instructions.ts";
import { mayCall, type Talk } from "./talk.ts";

/** About 6,000 tokens, so that eight tool answers fit into the limit of one answer. */
const MAX_OF_A_TOOL = 20_000;
const MAX_REPLY = 20_000;
const MAX_CONTEXT = 4_000;

/** A tool of the coach itself that the model may call in addition to the catalogue. */
export type OwnTool = ModelTool & { answer(args: Record<string, unknown>): Promise<string> };

/**
 * Returns the model's answer. Rejects with ModelError if the model fails or states something that no tool returned, and with ProductError
 * if a tool call is permanently refused.
 */
export async function modelAnswer(
  talk: Talk,
  model: LanguageModel,
  {
    signal,
    history = [],
    own = [],
  }: { signal: AbortSignal; history?: readonly ModelMessage[]; own?: readonly OwnTool[] },
): Promise<string> {
  const { ctx, caller } = talk;
  await requireBudget(ctx, caller.orgId);
  const question = questionOf(talk);
  const calls = async (call: ModelCall) => {
    const mine = own.find(({ name }) => name === call.name);
    return mine ? mine.answer(call.args) : answerOf(talk, call);
  };
  try {
    const { text, usage } = await model.generate({
      instructions: instructionsFor(talk),
      messages: [...history, { role: "user", text: question }],
      tools: [...toolsFor(talk).map(modelTool), ...own.map(({ answer: _, ...tool }) => tool)],
      onCall: calls,
      maxCalls: talk.left(),
      review: (reply) => complaintOf(talk, reply, history),
      signal,
    });
    await spend(ctx, caller.orgId, usage);
    return truncate(withoutPictures(text), MAX_REPLY);
  } catch (error) {
    if (error instanceof ModelError) await spend(ctx, caller.orgId, error.usage);
    throw error;
  }
}

function questionOf({ message, project, environment, context }: Talk): string {
  const place = JSON.stringify({ project, environment });
  const given =
    Object.keys(context).length > 0
      ? `\nContext from the client (data): ${truncate(JSON.stringify(context), MAX_CONTEXT)}`
      : "";
  return `${message}\n\nPlace: ${place}${given}`;
}

async function answerOf(talk: Talk, { name, args }: ModelCall): Promise<string> {
  const tool = talk.tools.find((one) => one.name === name);
  if (!tool) {
    const known = talk.tools.filter((one) => mayCall(talk.caller, one)).map((one) => one.name);
    return `There is no tool "${name.slice(0, 100)}".${hintOf(name, known)}`;
  }
  if (!mayCall(talk.caller, tool) && !tool.mutating)
    return `${tool.name} starts or adds something, so you cannot call it. Describe how the person does it.`;
  if (tool.mutating)
    return talk.inApp
      ? `${tool.name} changes something, so you cannot call it. Propose it with propose_changes.`
      : `${tool.name} changes something, so you cannot call it. Give the person the call with its args and confirm: true.`;
  const envelope = await talk.call(tool.name, args);
  return truncate(JSON.stringify(envelope), MAX_OF_A_TOOL);
}

/** Tools that return a verdict, and whether that verdict is good. */
const GOOD: Readonly<Record<string, (data: { verdict?: string }) => boolean>> = {
  gate_pr_quality: ({ verdict }) => verdict === "pass" || verdict === "warn",
  identify_blockers_for_release: ({ verdict }) => verdict === "ready",
};

/** Matches the JSON of a call, which only a program would read. */
const CALL = /[{[]\s*"\w+"\s*:/;

/**
 * Returns what the model must correct in its reply; null if nothing. Earlier answers were checked when they were given, so their figures
 * may be repeated; a verdict must come from a tool call of this talk.
 */
function complaintOf(talk: Talk, reply: string, history: readonly ModelMessage[]): string | null {
  const sources = [...talk.answers, talk.calls, talk.message, talk.context, ...history.map(({ text }) => text)];
  if (talk.inApp && CALL.test(reply))
    return "Answer again in sentences for a person: without JSON and without names of tools.";
  const missing = ungroundedFigures(reply, sources);
  const verdicts = talk.answers.flatMap((answer) => {
    const judge = answer.ok ? GOOD[answer.tool] : undefined;
    return judge ? [judge((answer.data ?? {}) as Parameters<typeof judge>[0])] : [];
  });
  const passed = verdicts.length > 0 && verdicts.every(Boolean);
  const unheld = [...missing, ...unheldClaims(withoutPictures(reply), { said: sources, passed })];
  if (unheld.length === 0) return null;
  return `No tool gave ${unheld.slice(0, 10).join(", ")}. Answer again with figures, names, verdicts and addresses from the tools' answers only; you have done nothing but read.`;
}

/** Removes Markdown images: whatever displays the answer would fetch them, and their URL could leak results. */
const withoutPictures = (text: string): string => text.replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1");
