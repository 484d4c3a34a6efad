// What goes wrong between the API and Temporal, in the words and codes of the product.
import { isGrpcServiceError, NamespaceNotFoundError } from "@temporalio/client";
import { messageOf, ProductError } from "../domain/errors.ts";
import { StrangerError } from "../domain/installation.ts";
import { isStorageFull } from "../domain/storageFull.ts";
import { GRPC } from "../platform/temporal/grpc.ts";

/** A caller is asked to wait this long for a Temporal that is unavailable: about the time of a restart. */
const AWAY_RETRY_MS = 5_000;
/** Temporal's own cache of search attributes lives for a minute. */
const SETTING_UP_RETRY_MS = 30_000;

type Trouble = { codes: number[]; says?: RegExp; sentence: string; retryAfterMs: number };

/** First match counts. Callers read the sentences; what an operator needs beyond them is in the log. */
const TROUBLES: Trouble[] = [
  {
    codes: [GRPC.unavailable, GRPC.deadline, GRPC.cancelled],
    sentence: "Temporal cannot be reached at the moment.",
    retryAfterMs: AWAY_RETRY_MS,
  },
  {
    codes: [GRPC.invalidArgument],
    says: /search attribute/i,
    sentence: "Temporal does not have the search attributes of this service yet. Try again in a minute.",
    retryAfterMs: SETTING_UP_RETRY_MS,
  },
  {
    codes: [GRPC.permissionDenied, GRPC.unauthenticated],
    sentence: "Temporal refuses this service's credentials: its operator must fix that.",
    retryAfterMs: SETTING_UP_RETRY_MS,
  },
  {
    codes: [GRPC.notFound],
    says: /namespace/i,
    sentence: "Temporal does not have this service's namespace: its operator must fix that.",
    retryAfterMs: SETTING_UP_RETRY_MS,
  },
];

/** Of the development server, whose database is a file. */
const FULL = {
  sentence: "Temporal could not write: its disk is full. Its operator must free some space.",
  retryAfterMs: SETTING_UP_RETRY_MS,
};

/** ProductError "unavailable" for a failure of Temporal or of the way to it, anywhere in the chain of causes; else null. */
export function troubleOf(error: unknown): ProductError | null {
  if (isStorageFull(error)) return unavailable(FULL, error);
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof StrangerError)
      return unavailable({ sentence: inner.plain, retryAfterMs: SETTING_UP_RETRY_MS }, error);
    const code = codeOf(inner);
    const says = messageOf(inner);
    const trouble = TROUBLES.find((t) => code !== null && t.codes.includes(code) && (!t.says || t.says.test(says)));
    if (trouble) return unavailable(trouble, error);
  }
  return null;
}

function codeOf(error: Error): number | null {
  // The client has a word of its own for this one.
  if (error instanceof NamespaceNotFoundError) return GRPC.notFound;
  if (isGrpcServiceError(error)) return error.code;
  // Before the first connection there is no gRPC error yet.
  return /UNAVAILABLE|ECONNREFUSED|failed to connect/i.test(messageOf(error)) ? GRPC.unavailable : null;
}

function unavailable(
  { sentence, retryAfterMs }: Pick<Trouble, "sentence" | "retryAfterMs">,
  cause: unknown,
): ProductError {
  const error = new ProductError("unavailable", sentence, { retryAfterMs });
  error.cause = cause;
  return error;
}
