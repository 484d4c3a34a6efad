// The provider's package, loaded when a model is first used, so that an installation without one pays nothing for it.
import type { LanguageModel as SdkModel } from "ai";
import { ModelError } from "../../domain/languageModel.ts";
import type { ModelProvider, ModelSettings } from "../../domain/modelSettings.ts";
import { boundedFetch } from "./boundedFetch.ts";

export type Sdk = typeof import("ai");

const OPENAI = "https://api.openai.com/v1";

/** Newer models of OpenAI reject the older name. */
const withCompletionTokens = ({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> =>
  max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };

const LOADERS: Record<Exclude<ModelProvider, "builtin">, (settings: ModelSettings) => Promise<SdkModel>> = {
  async anthropic({ coachModel, coachKey, coachBaseUrl }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const base = coachBaseUrl ? { baseURL: coachBaseUrl } : {};
    return createAnthropic({ apiKey: coachKey ?? "", ...base, fetch: boundedFetch })(coachModel ?? "");
  },
  async openai({ coachModel, coachKey, coachBaseUrl }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "openai",
      baseURL: coachBaseUrl ?? OPENAI,
      apiKey: coachKey ?? "",
      fetch: boundedFetch,
      supportsStructuredOutputs: true,
      transformRequestBody: withCompletionTokens,
    });
    return provider(coachModel ?? "");
  },
  async compatible({ coachModel, coachKey, coachBaseUrl }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "compatible",
      baseURL: coachBaseUrl ?? "",
      ...(coachKey ? { apiKey: coachKey } : {}),
      fetch: boundedFetch,
    });
    return provider(coachModel ?? "");
  },
};

/** Rejects with ModelError if the packages are missing. */
export async function loadProvider(
  provider: Exclude<ModelProvider, "builtin">,
  settings: ModelSettings,
): Promise<SdkModel> {
  try {
    return await LOADERS[provider](settings);
  } catch {
    throw new ModelError("not_installed", `The package for the model provider ${provider} cannot be loaded.`);
  }
}

/** Loads the SDK. Rejects with ModelError if it is missing. */
export async function loadSdk(): Promise<Sdk> {
  // The SDK prints its warnings to the console, and they may quote what was sent.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    return await import("ai");
  } catch {
    throw new ModelError("not_installed", "The package ai, which talks to model providers, cannot be loaded.");
  }
}
