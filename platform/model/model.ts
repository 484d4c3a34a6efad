// A configurable language model, through the AI SDK. The loop of tool calls is implemented here instead of by the SDK, so that each call is
// counted, limited and answered by the caller, even one of a tool that was never offered.
import type { ModelMessage as SdkMessage, LanguageModel as SdkModel, ToolSet } from "ai";
import {
  type LanguageModel,
  ModelError,
  type ModelTool,
  type ModelUsage,
  type ObjectRequest,
  type TextRequest,
} from "../../domain/languageModel.ts";
import type { ModelProvider, ModelSettings } from "../../domain/modelSettings.ts";
import { toModelError } from "./faults.ts";
import { loadProvider, loadSdk, type Sdk } from "./provider.ts";

/** Maximum number of output tokens per call. */
const MAX_OUTPUT = 4_000;
/** No tokenizer in use makes more tokens from plain text. */
const CHARACTERS_A_TOKEN = 3;
const OBJECT_TRIES = 2;

export type ModelOptions = {
  /** Replaces the provider's package. */
  load?: () => Promise<SdkModel>;
  /** Number of retries for calls that the provider temporarily rejected. */
  retries?: number;
};

/** Returns the configured model, or null for the built-in planner, which needs none. */
export function createModel(settings: ModelSettings, options: ModelOptions = {}): LanguageModel | null {
  const { coachProvider: provider } = settings;
  return provider === "builtin" ? null : modelOf(provider, settings, options);
}

function modelOf(
  provider: Exclude<ModelProvider, "builtin">,
  settings: ModelSettings,
  { load = () => loadProvider(provider, settings), retries = 1 }: ModelOptions,
): LanguageModel {
  const name = `${provider}/${settings.coachModel}`;
  let loaded: Promise<{ sdk: Sdk; model: SdkModel }> | undefined;
  const both = async () => ({ sdk: await loadSdk(), model: await load() });

  /** Runs one request with its time limit and token count, and converts its errors to ModelError. */
  async function bounded<T>(outer: AbortSignal | undefined, work: (call: Calls) => Promise<T>): Promise<T> {
    const time = AbortSignal.timeout(settings.coachTimeoutMs);
    const signal = outer ? AbortSignal.any([time, outer]) : time;
    const usage = { inputTokens: 0, outputTokens: 0 };
    try {
      loaded ??= both();
      const { sdk, model } = await loaded;
      return await work({ sdk, model, signal, usage, retries, tokens: settings.coachAnswerTokens });
    } catch (error) {
      if (error instanceof CallFailed) throw error.cause;
      throw toModelError(error, {
        name,
        usage,
        timedOut: time.aborted ? settings.coachTimeoutMs : null,
        cancelled: outer?.aborted ?? false,
      });
    }
  }

  return {
    name,
    settings,
    generate: (request) => bounded(request.signal, (calls) => talk(calls, request)),
    generateObject: (request) => bounded(request.signal, (calls) => make(calls, request)),
  };
}

type Calls = { sdk: Sdk; model: SdkModel; signal: AbortSignal; usage: ModelUsage; retries: number; tokens: number };

/** Wraps what `onCall` threw, which is the caller's own error. */
class CallFailed extends Error {}

async function talk(calls: Calls, request: TextRequest): Promise<{ text: string; usage: ModelUsage }> {
  const { sdk, usage } = calls;
  const { instructions, tools = [], onCall, maxCalls = 8 } = request;
  const offered: ToolSet = Object.fromEntries(tools.map((tool) => [tool.name, toolOf(sdk, tool)]));
  const messages: SdkMessage[] = request.messages.map(({ role, text }) => ({ role, content: text }));
  let left = onCall ? maxCalls : 0;
  let reviewed = false;
  for (;;) {
    // Tools stay in the request after the last call, because earlier tool calls refer to them.
    const choice = left > 0 ? "auto" : "none";
    const answer = await once(calls, { instructions, messages, tools: offered, toolChoice: choice }, [
      instructions,
      messages,
      tools,
    ]);
    const asked = answer.toolCalls;
    if (asked.length === 0) {
      const text = answer.text.trim();
      if (text === "") throw new ModelError("nonsense", "The model returned an empty answer.");
      const complaint = request.review?.(text) ?? null;
      if (complaint === null) return { text, usage };
      if (reviewed) throw new ModelError("nonsense", "The model made an unfounded claim twice.");
      reviewed = true;
      messages.push({ role: "assistant", content: text }, { role: "user", content: complaint });
      continue;
    }
    if (left === 0 || !onCall) throw new ModelError("nonsense", "The model kept asking for tools and never answered.");
    messages.push(...answer.responseMessages.filter(({ role }) => role === "assistant"));
    for (const { toolCallId, toolName, input } of asked) {
      const value = left > 0 ? await answered(onCall, toolName, input) : "No more tools may be called: answer now.";
      left = Math.max(0, left - 1);
      messages.push({
        role: "tool",
        content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }],
      });
      calls.signal.throwIfAborted();
    }
  }
}

async function answered(onCall: NonNullable<TextRequest["onCall"]>, name: string, input: unknown): Promise<string> {
  const args = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  try {
    return await onCall({ name, args: args as Record<string, unknown> });
  } catch (error) {
    throw new CallFailed("A tool failed.", { cause: error });
  }
}

const toolOf = (sdk: Sdk, { description, inputSchema }: ModelTool) =>
  sdk.tool({ description, inputSchema: sdk.jsonSchema<Record<string, unknown>>(inputSchema) });

async function make<T>(calls: Calls, request: ObjectRequest<T>): Promise<{ object: T; usage: ModelUsage }> {
  const { sdk, usage } = calls;
  const { schema, check, prompt } = request;
  // Not every compatible server follows a schema that is only sent next to the text.
  const instructions = `${request.instructions}\n\nAnswer with one JSON object, and nothing else, that fits this JSON schema:\n${JSON.stringify(schema)}`;
  const object = sdk.Output.object({ schema: sdk.jsonSchema<Record<string, unknown>>(schema) });
  // The SDK would discard what does not parse; here the model is asked to correct it.
  const output = { ...object, parseCompleteOutput: async () => ({}) };
  const messages: SdkMessage[] = [{ role: "user", content: prompt }];
  for (let attempt = 1; ; attempt += 1) {
    const answer = await once(calls, { instructions, messages, output }, [instructions, messages]);
    try {
      return { object: check(objectIn(answer.text)), usage };
    } catch (error) {
      if (attempt === OBJECT_TRIES) throw new ModelError("nonsense", "The model did not return the requested format.");
      const wrong = error instanceof Error ? error.message : "it is not JSON";
      messages.push(
        { role: "assistant", content: answer.text || "{}" },
        {
          role: "user",
          content: `That does not fit: ${wrong.slice(0, 500)}. Answer again with the whole JSON object.`,
        },
      );
    }
  }
}

/** Models like to put JSON into a fenced block. */
function objectIn(text: string): unknown {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text);
  return JSON.parse(fenced?.[1] ?? text);
}

type Asked = Omit<Parameters<Sdk["generateText"]>[0], "model" | "prompt"> & { messages: SdkMessage[] };

/** Calls the model once, within the remaining tokens. `sent`: what it will read, for the estimate. */
async function once({ sdk, model, signal, usage, retries, tokens }: Calls, asked: Asked, sent: unknown) {
  const reads = Math.ceil(JSON.stringify(sent).length / CHARACTERS_A_TOKEN);
  const left = tokens - usage.inputTokens - usage.outputTokens - reads;
  if (left < 1)
    throw new ModelError(
      "budget",
      `The answer needs more than ${tokens} tokens of the model (SVC_COACH_ANSWER_TOKENS): ask for less at a time.`,
    );
  const answer = await sdk.generateText({
    ...asked,
    model,
    abortSignal: signal,
    maxRetries: retries,
    maxOutputTokens: Math.min(MAX_OUTPUT, left),
  });
  const { inputTokens, outputTokens } = answer.usage;
  usage.inputTokens += inputTokens ?? reads;
  usage.outputTokens += outputTokens ?? Math.ceil(answer.text.length / CHARACTERS_A_TOKEN);
  return answer;
}
