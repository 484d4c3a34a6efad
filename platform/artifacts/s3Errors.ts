// Maps errors of S3-compatible servers to a few kinds. Their messages may contain keys, so only codes are shown.

/** `unconditional`: the server does not support If-None-Match on writes, or two writers arrived at the same time. `away`: worth a retry. */
export type S3Failure = "missing" | "exists" | "unconditional" | "full" | "refused" | "noBucket" | "away" | "other";

const BY_CODE: Record<string, S3Failure> = {
  NoSuchKey: "missing",
  NoSuchBucket: "noBucket",
  PreconditionFailed: "exists",
  NotImplemented: "unconditional",
  ConditionalRequestConflict: "unconditional",
  QuotaExceeded: "full",
  QuotaExceededException: "full",
  InsufficientStorage: "full",
  InsufficientCapacity: "full",
  StorageFull: "full",
  XMinioStorageFull: "full",
  XMinioAdminBucketQuotaExceeded: "full",
  XRateQuotaExceeded: "full",
  AccessDenied: "refused",
  AllAccessDisabled: "refused",
  AuthorizationHeaderMalformed: "refused",
  ExpiredToken: "refused",
  InvalidAccessKeyId: "refused",
  InvalidToken: "refused",
  PermanentRedirect: "refused",
  SignatureDoesNotMatch: "refused",
  TokenRefreshRequired: "refused",
  CredentialsProviderError: "refused",
  SlowDown: "away",
  RequestTimeout: "away",
  TimeoutError: "away",
  AbortError: "away",
};

/** For errors without a code, such as responses to HEAD. */
const BY_STATUS: Record<number, S3Failure> = {
  403: "refused",
  404: "missing",
  409: "unconditional",
  412: "exists",
  429: "away",
  501: "unconditional",
  507: "full",
};

/** Errors of the connection itself, and of name resolution. */
const AWAY =
  /^(?:E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|ADDRNOTAVAIL)|ENOTFOUND|EAI_AGAIN|ERR_STREAM|ERR_SSL|EPROTO)/;

export function s3FailureOf(error: unknown): S3Failure {
  const { name, code, status } = parts(error);
  const known = (Object.hasOwn(BY_CODE, name) ? BY_CODE[name] : undefined) ?? BY_STATUS[status];
  if (known) return known;
  return status >= 500 || AWAY.test(code) || name === "IncompleteBody" || /aborted|socket hang up/i.test(textOf(error))
    ? "away"
    : "other";
}

/** Returns the failure's code for people, such as "403 AccessDenied" or "ECONNREFUSED". */
export function s3CodeOf(error: unknown): string {
  const { name, code, status } = parts(error);
  const word = code || (/^[A-Za-z0-9]{1,60}$/.test(name) ? name : "Error");
  return status > 0 ? `${status} ${word}` : word;
}

function parts(error: unknown): { name: string; code: string; status: number } {
  if (!(error instanceof Error)) return { name: "", code: "", status: 0 };
  const { code, $metadata } = error as Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return {
    name: error.name,
    code: typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "",
    status: $metadata?.httpStatusCode ?? 0,
  };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : "");
