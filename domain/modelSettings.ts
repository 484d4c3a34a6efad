// Settings of the language model that the service may use.

export const MODEL_PROVIDERS = ["builtin", "anthropic", "openai", "compatible"] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** The part of the configuration that concerns the model. */
export type ModelSettings = {
  coachProvider: ModelProvider;
  coachModel: string | null;
  coachBaseUrl: string | null;
  coachKey: string | null;
  /** Timeout of one answer, including all its calls to the model. */
  coachTimeoutMs: number;
  /** Maximum number of input and output tokens of one answer, over all its calls to the model. */
  coachAnswerTokens: number;
};

/** Settings that each provider requires, with their environment variables. */
const NEEDS: Record<ModelProvider, readonly (readonly [keyof ModelSettings, string])[]> = {
  builtin: [],
  anthropic: [
    ["coachModel", "SVC_COACH_MODEL"],
    ["coachKey", "SVC_COACH_KEY"],
  ],
  openai: [
    ["coachModel", "SVC_COACH_MODEL"],
    ["coachKey", "SVC_COACH_KEY"],
  ],
  compatible: [
    ["coachModel", "SVC_COACH_MODEL"],
    ["coachBaseUrl", "SVC_COACH_BASE_URL"],
  ],
};

/** Returns the problems of the model's settings as sentences that do not contain the settings' values. */
export function modelProblems(settings: Partial<ModelSettings>): string[] {
  const { coachProvider: provider, coachBaseUrl: base } = settings;
  if (provider === undefined) return [];
  const missing = NEEDS[provider].filter(([key]) => !settings[key]).map(([, env]) => env);
  const problems =
    missing.length > 0 ? [`SVC_COACH_PROVIDER is ${provider}, so ${missing.join(" and ")} must be set`] : [];
  if (base && !isPlainWebAddress(base))
    problems.push("SVC_COACH_BASE_URL must be an http or https address without credentials");
  return problems;
}

function isPlainWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
