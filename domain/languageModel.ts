// Interface of a language model. Callers bring the tools and check the answer, so no part of the service depends on a provider.
import type { ModelSettings } from "./modelSettings.ts";

/** Tokens as counted by the provider, or estimated from the text lengths if the provider reports none. */
export type ModelUsage = { inputTokens: number; outputTokens: number };

export type ModelMessage = { role: "user" | "assistant"; text: string };

/** A tool that the model may call. `inputSchema`: JSON schema of an object. */
export type ModelTool = { name: string; description: string; inputSchema: Record<string, unknown> };

/** A tool call by the model. `name` may be the name of a tool that was not offered, and `args` may have any shape. */
export type ModelCall = { name: string; args: Record<string, unknown> };

export type TextRequest = {
  /** Rules of the service. They never contain text from a person or a page. */
  instructions: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** Returns the result of a call as text for the model. Called once per call, sequentially, at most `maxCalls` times. */
  onCall?(call: ModelCall): Promise<string>;
  maxCalls?: number;
  /** Returns what is wrong with a text, or null. A rejected text is requested once more; a second rejected text fails with `nonsense`. */
  review?(text: string): string | null;
  signal?: AbortSignal;
};

export type ObjectRequest<T> = {
  instructions: string;
  prompt: string;
  /** JSON schema that is sent to the provider. */
  schema: Record<string, unknown>;
  /** Returns the object, or throws an error whose message says what is wrong; the model then gets one more attempt. */
  check(value: unknown): T;
  signal?: AbortSignal;
};

export type LanguageModel = {
  /** Name in answers and logs: `anthropic/<model>`. */
  name: string;
  settings: ModelSettings;
  /** Rejects only with ModelError or with what `onCall` throws. */
  generate(request: TextRequest): Promise<{ text: string; usage: ModelUsage }>;
  /** Rejects only with ModelError. */
  generateObject<T>(request: ObjectRequest<T>): Promise<{ object: T; usage: ModelUsage }>;
};

export const MODEL_FAULTS = [
  "timeout",
  "cancelled",
  "rate_limit",
  "unavailable",
  "refused",
  "nonsense",
  "budget",
  "not_installed",
] as const;
export type ModelFault = (typeof MODEL_FAULTS)[number];

/** The message is a complete sentence of the service. It contains no key and no text from the provider. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly fault: ModelFault;
  /** Tokens used before the failure. */
  readonly usage: ModelUsage;
  constructor(fault: ModelFault, message: string, usage: ModelUsage = { inputTokens: 0, outputTokens: 0 }) {
    super(message);
    this.fault = fault;
    this.usage = usage;
  }
}
