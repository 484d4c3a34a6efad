// Which language model the service may use, as the configuration says it.

export const MODEL_PROVIDERS = ["builtin", "anthropic", "openai", "compatible"] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** The part of the configuration that is about the model. */
export type ModelSettings = {
  coachProvider: ModelProvider;
  coachModel: string | null;
  coachBaseUrl: string | null;
  coachKey: string | null;
  /** For one answer, all its calls of the model together. */
  coachTimeoutMs: number;
  /** For one answer: input and output of all calls of the model. */
  coachAnswerTokens: number;
};

/** What each provider cannot do without, by the names of the settings. */
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

/** What is wrong with the settings of the model, in sentences without their subject's value. */
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
