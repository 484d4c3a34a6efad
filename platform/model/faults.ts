// Failures of a model provider, described in our own sentences: what a provider says may repeat the key.
import { ModelError, type ModelFault, type ModelUsage } from "../../domain/languageModel.ts";

type Sentence = { fault: ModelFault; message: string };

const BY_STATUS: Record<number, (name: string) => Sentence> = {
  400: (name) => ({
    fault: "refused",
    message: `The model provider refused the request (HTTP 400): check that SVC_COACH_MODEL names a model that can call tools, now ${name}.`,
  }),
  401: () => ({
    fault: "refused",
    message:
      "The model provider does not accept the key (HTTP 401): set a valid SVC_COACH_KEY and restart the service.",
  }),
  403: () => ({
    fault: "refused",
    message: "The key may not use the model (HTTP 403): check SVC_COACH_KEY and SVC_COACH_MODEL.",
  }),
  404: (name) => ({
    fault: "refused",
    message: `The model provider has no such model or address (HTTP 404): check SVC_COACH_MODEL and SVC_COACH_BASE_URL, now ${name}.`,
  }),
  429: () => ({
    fault: "rate_limit",
    message: "The rate limit of the model provider was reached (HTTP 429): try again in a few minutes.",
  }),
};

/** `name`: of the model. `timedOut`: the time limit in ms that has passed, or null. */
export function toModelError(
  error: unknown,
  {
    name,
    usage,
    timedOut,
    cancelled,
  }: { name: string; usage: ModelUsage; timedOut: number | null; cancelled: boolean },
): ModelError {
  if (error instanceof ModelError) return new ModelError(error.fault, error.message, usage);
  if (cancelled) return new ModelError("cancelled", "The request to the model was cancelled.", usage);
  if (timedOut !== null)
    return new ModelError("timeout", `The model did not answer within ${Math.round(timedOut / 100) / 10} s.`, usage);
  const { fault, message } = sentenceOf(lastOf(error), name);
  return new ModelError(fault, message, usage);
}

/** Of several attempts the last one counts. The SDK's errors are recognized by name, because it is loaded only when needed. */
function lastOf(error: unknown): unknown {
  const last = typeof error === "object" && error !== null && "lastError" in error ? error.lastError : undefined;
  return last ?? error;
}

function sentenceOf(error: unknown, name: string): Sentence {
  const { name: kind, statusCode } = (error ?? {}) as { name?: unknown; statusCode?: unknown };
  if (kind === "AI_APICallError") {
    const status = typeof statusCode === "number" ? statusCode : 0;
    const known = BY_STATUS[status];
    if (known) return known(name);
    if (status >= 500)
      return { fault: "unavailable", message: `The model provider failed (HTTP ${status}): try again later.` };
    if (status >= 400) return { fault: "refused", message: `The model provider refused the request (HTTP ${status}).` };
    if (status >= 200) return nonsense;
    return {
      fault: "unavailable",
      message: "The model provider cannot be reached: check SVC_COACH_BASE_URL and the network.",
    };
  }
  if (kind === "AI_JSONParseError" || kind === "AI_TypeValidationError") return nonsense;
  if (kind === "AI_ToolChoiceViolationError")
    return { fault: "nonsense", message: "The model kept asking for tools and never answered." };
  return { fault: "nonsense", message: "The answer of the model could not be used." };
}

const nonsense: Sentence = {
  fault: "nonsense",
  message: "The response of the model provider does not follow its protocol: check SVC_COACH_BASE_URL.",
};
