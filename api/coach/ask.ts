// Answers a question to the coach with the configured model, or with the built-in planner if there is no model or it fails.
import { ModelError, type ModelFault, type ModelMessage } from "../../domain/languageModel.ts";
import { oneLine } from "../../domain/text.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { coachPlace } from "../operations/coach/place.ts";
import type { AnyTool } from "../tools/tool.ts";
import { BUILTIN, planAnswer } from "./planner.ts";
import { quoted } from "./sentences.ts";
import { type CallRecord, MAX_TURNS, startTalk, type Talk, type TalkInput } from "./talk.ts";
import { understand } from "./understand.ts";
import { modelAnswer, type OwnTool } from "./withModel.ts";

export type CoachRequest = {
  message: string;
  project?: string;
  environment?: string;
  /** Routing hints. */
  feature?: string;
  action?: string;
  context?: Record<string, unknown>;
  /** Maximum number of tool calls; values above 8 are treated as 8. */
  maxTurns?: number;
};

export type CoachAnswer = {
  reply: string;
  /** `builtin`, or the name of the model. */
  model: string;
  calls: CallRecord[];
  feature: string;
  action: string;
  /** Why the model did not answer; null if it did or was not asked. */
  fault: ModelFault | null;
  /** Project of the question, unless it names another. */
  projectId: string | null;
} & Pick<Talk, "offers" | "proposed">;

export type CoachTools = Pick<TalkInput, "signal" | "count" | "onCall"> & {
  tools: readonly AnyTool[];
  history?: readonly ModelMessage[];
  /** Further tools for the model, created for this talk. */
  own?: (talk: Talk) => readonly OwnTool[];
  /** Set if a person reads the answer in the dashboard. */
  inApp?: true;
};

export async function askCoach(
  ctx: OperationContext,
  caller: Caller,
  request: CoachRequest,
  { tools, signal, count, onCall, history, own, inApp }: CoachTools,
): Promise<CoachAnswer> {
  const { message, context = {}, feature, action } = request;
  const { project, environment, entities } = await coachPlace(ctx, caller, request);
  const input = {
    ctx,
    caller,
    tools,
    message,
    context,
    entities,
    signal,
    count,
    inApp: inApp === true,
    ...(onCall && { onCall }),
    project: project?.slug ?? null,
    environment: environment?.slug ?? null,
    maxTurns: Math.min(request.maxTurns ?? MAX_TURNS, MAX_TURNS),
  };
  const hints = { ...(feature && { feature }), ...(action && { action }) };
  let failed: { talk: Talk; error: ModelError } | null = null;
  if (ctx.model) {
    const talk = startTalk(input);
    try {
      const options = { signal, ...(history && { history }), ...(own && { own: own(talk) }) };
      const reply = await modelAnswer(talk, ctx.model, options);
      const { name } = ctx.model;
      return {
        reply,
        model: name,
        calls: talk.calls,
        feature: feature || "coach",
        action: action || "answer",
        fault: null,
        offers: talk.offers,
        proposed: talk.proposed,
        projectId: project?._id ?? null,
      };
    } catch (error) {
      if (!(error instanceof ModelError) || error.fault === "cancelled") throw error;
      failed = { talk, error };
      ctx.log("warn", "the model did not answer", { model: ctx.model.name, fault: error.fault, reason: error.message });
    }
  }
  const used = failed?.talk.calls ?? [];
  const left = { ...input, maxTurns: input.maxTurns - used.length, ...(failed && { earlier: failed.talk }) };
  const planned = await answerParts(ctx, caller, request, {
    input: left,
    hints,
    before: messagesBefore(context, history),
  });
  return {
    ...planned,
    projectId: project?._id ?? null,
    calls: [...used, ...planned.calls],
    reply: failed
      ? `(Built-in answer, because the model could not: ${failed.error.message})\n${planned.reply}`
      : planned.reply,
    model: BUILTIN,
    feature: feature || planned.feature,
    action: action || planned.action,
    fault: failed?.error.fault ?? null,
  };
}

type Planning = { input: TalkInput; hints: Parameters<typeof planAnswer>[1]; before: readonly string[] };

/** Answers each question of the message separately; together they share the call budget of one answer. */
async function answerParts(
  ctx: OperationContext,
  caller: Caller,
  request: CoachRequest,
  { input, hints, before }: Planning,
): Promise<Omit<CoachAnswer, "model" | "fault" | "projectId">> {
  const { questions, left, reworded } = await understand(ctx, caller, request, before);
  const talks: Talk[] = [];
  const parts: { message: string; about: string[]; reply: string; feature: string; action: string }[] = [];
  for (const { message, about, project, environment, entities } of questions) {
    const used = talks.reduce((sum, { calls }) => sum + calls.length, 0);
    const place = { project: project?.slug ?? null, environment: environment?.slug ?? null, entities };
    const talk = startTalk({ ...input, ...place, message, maxTurns: input.maxTurns - used });
    talks.push(talk);
    parts.push({ message, about, ...(await planAnswer(talk, hints)) });
  }
  const [first] = parts;
  const told = ({ message, about, reply }: (typeof parts)[number]): string => {
    const asked = `${oneLine(message)}${about.length > 0 ? ` (about ${quoted(about.join(", "))})` : ""}`;
    if (reworded) return `Understood as: ${asked}\n${reply}`;
    return parts.length > 1 ? `${asked}\n${reply}` : reply;
  };
  const unanswered = left.map((one) => `Not answered: ${quoted(oneLine(one))} Ask it in a message of its own.`);
  return {
    reply: [...parts.map(told), ...unanswered].join("\n\n"),
    calls: talks.flatMap(({ calls }) => calls),
    feature: first?.feature ?? "coach",
    action: first?.action ?? "unknown",
    offers: talks.flatMap(({ offers }) => offers),
    proposed: talks.findLast(({ proposed }) => proposed !== null)?.proposed ?? null,
  };
}

/** Returns the messages that this one may follow up on, oldest first: from the conversation, otherwise from the request's context. */
function messagesBefore(context: Record<string, unknown>, history: readonly ModelMessage[] = []): string[] {
  const told = history.flatMap(({ role, text }) => (role === "user" ? [text] : []));
  if (told.length > 0) return told;
  return typeof context.previousMessage === "string" ? [context.previousMessage.slice(0, MAX_BEFORE)] : [];
}

const MAX_BEFORE = 2_000;
