// A language model as the service uses it: whoever asks brings the tools and checks the answer, so no part depends on a provider.
import type { ModelSettings } from "./modelSettings.ts";

/** Tokens as the provider counted them; estimated from the texts' lengths where it did not say. */
export type ModelUsage = { inputTokens: number; outputTokens: number };

export type ModelMessage = { role: "user" | "assistant"; text: string };

/** A tool that the model may ask for. `inputSchema`: a JSON schema of an object. */
export type ModelTool = { name: string; description: string; inputSchema: Record<string, unknown> };

/** What the model asked for. The name may be of no tool that was offered, and the args of any shape. */
export type ModelCall = { name: string; args: Record<string, unknown> };

export type TextRequest = {
  /** Rules of the service; nothing from a person or a page is in them. */
  instructions: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** Answers a call, in text for the model. Called once for each, one after another, `maxCalls` times at most. */
  onCall?(call: ModelCall): Promise<string>;
  maxCalls?: number;
  /** Says what is wrong with a text, which is then asked for once more; one that is wrong again is `nonsense`. */
  review?(text: string): string | null;
  signal?: AbortSignal;
};

export type ObjectRequest<T> = {
  instructions: string;
  prompt: string;
  /** JSON schema that the provider is given. */
  schema: Record<string, unknown>;
  /** Returns the object, or throws an error whose message says what is wrong; the model then gets one more try. */
  check(value: unknown): T;
  signal?: AbortSignal;
};

export type LanguageModel = {
  /** For answers and logs: `anthropic/<model>`. */
  name: string;
  settings: ModelSettings;
  /** Rejects with ModelError and nothing else, save what `onCall` throws. */
  generate(request: TextRequest): Promise<{ text: string; usage: ModelUsage }>;
  /** Rejects with ModelError and nothing else. */
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

/** The message is a whole sentence of ours: it holds no key and nothing that the provider said. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly fault: ModelFault;
  /** What was used before it failed. */
  readonly usage: ModelUsage;
  constructor(fault: ModelFault, message: string, usage: ModelUsage = { inputTokens: 0, outputTokens: 0 }) {
    super(message);
    this.fault = fault;
    this.usage = usage;
  }
}
