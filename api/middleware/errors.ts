// The one place that turns errors into HTTP responses.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { type ErrorCode, messageOf, ProductError } from "../../domain/errors.ts";
import { isStorageFull, STORAGE_FULL_SENTENCES } from "../../domain/storageFull.ts";
import { isDatabaseAway } from "../../models/database/databaseAway.ts";
import { ArtifactStoreRefusedError, ArtifactStoreUnavailableError } from "../../platform/artifacts/store.ts";
import type { OperationContext } from "../lib/context.ts";
import { requestIdOf } from "./requestId.ts";
import { pathForLog } from "./requestLog.ts";

export const HTTP_STATUS_OF: Record<ErrorCode, number> = {
  validation_error: 400,
  unauthorized: 401,
  scope_denied: 403,
  forbidden: 403,
  plan_gate: 403,
  not_found: 404,
  // An unknown project or environment; the tool gateway has its own status table.
  project_resolution_error: 404,
  pipeline_blocked: 422,
  save_failed: 422,
  conflict: 409,
  too_large: 413,
  tool_error: 422,
  rate_limit: 429,
  unavailable: 503,
};

/** Retry delay for a part that is unavailable: about the time of a restart. */
const UNAVAILABLE_RETRY_MS = 5_000;

/** Errors of body-parser by their `type`. Their messages may quote the body, so they are not passed on. */
const BODY_ERRORS: Record<string, (error: object) => ProductError> = {
  "entity.parse.failed": () => new ProductError("validation_error", "The body is not valid JSON."),
  "entity.verify.failed": () => new ProductError("validation_error", "The body is not valid UTF-8."),
  "entity.too.large": (error) => new ProductError("too_large", `The body is larger than ${limitOf(error)}.`),
  "request.size.invalid": () => new ProductError("validation_error", "The body is shorter or longer than announced."),
  "request.aborted": () => new ProductError("validation_error", "The request ended early."),
  "encoding.unsupported": () =>
    new ProductError("validation_error", "Send the body without a Content-Encoding: compressed bodies are not read."),
  "charset.unsupported": () => new ProductError("validation_error", "The charset must be UTF-8."),
};

/** The route's own limit, as body-parser records it in its error. */
function limitOf(error: object): string {
  const bytes = "limit" in error && typeof error.limit === "number" ? error.limit : 0;
  return bytes >= 1_048_576 ? `${bytes / 1_048_576} MB` : `${Math.round(bytes / 1_024)} KB`;
}

/** Returns the product's error for any error, or null for an unexpected one. */
export function toProductError(error: unknown): ProductError | null {
  if (error instanceof ProductError) return error;
  if (isDatabaseAway(error))
    return new ProductError("unavailable", "The database cannot be reached. Try again shortly.");
  if (error instanceof ArtifactStoreUnavailableError || error instanceof ArtifactStoreRefusedError)
    return new ProductError("unavailable", "The artifact store cannot be used. Try again shortly.");
  if (isStorageFull(error)) return new ProductError("unavailable", STORAGE_FULL_SENTENCES.service);
  if (typeof error !== "object" || error === null) return null;
  if ("type" in error && typeof error.type === "string") return BODY_ERRORS[error.type]?.(error) ?? null;
  // A path such as /%E0%A4%A that cannot be decoded.
  if (error instanceof URIError) return new ProductError("validation_error", "The address is not validly encoded.");
  return null;
}

/** Sets `Retry-After` if the error contains a delay, and always if something is temporarily unavailable. */
export function setRetryAfter(res: Response, status: number, retryAfterMs: unknown): void {
  const wait = retryAfterMs ?? (status === 503 ? UNAVAILABLE_RETRY_MS : undefined);
  if (typeof wait === "number") res.set("Retry-After", String(Math.max(1, Math.ceil(wait / 1_000))));
}

/** Logs an unexpected error and returns what the caller may know about it. */
export function unforeseen(ctx: OperationContext, req: Request, res: Response, error: unknown): ProductError {
  const requestId = requestIdOf(res);
  ctx.log("error", "request failed", {
    requestId,
    path: pathForLog(req),
    reason: messageOf(error),
    stack: error instanceof Error ? error.stack : undefined,
  });
  const message = `Something went wrong here. The log has it under ${requestId}.`;
  return new ProductError("tool_error", message, {}, { recoverable: false });
}

/** Sends the error in the CI shape: `{ error, …details }`. */
export function sendError(res: Response, error: ProductError): void {
  const { code, message, details } = error;
  setRetryAfter(res, HTTP_STATUS_OF[code], details.retryAfterMs);
  // Headers that the route had already set for the response that failed.
  res.removeHeader("ETag");
  res.set("Cache-Control", "no-store");
  res.status(HTTP_STATUS_OF[code]).json({ error: message, ...details });
}

export function errorHandler(ctx: OperationContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const known = toProductError(error);
    // The response has already begun; it is aborted so that no client takes it for complete.
    if (res.headersSent) return next(error);
    if (known) {
      if (known.code === "unavailable")
        ctx.log("warn", "unavailable", {
          requestId: requestIdOf(res),
          path: pathForLog(req),
          reason: messageOf(error),
        });
      return sendError(res, known);
    }
    const { message } = unforeseen(ctx, req, res, error);
    res.status(500).set("Cache-Control", "no-store").json({ error: message });
  };
}

export const notFound: RequestHandler = (req) => {
  throw new ProductError("not_found", `There is no ${req.method} ${req.path}.`);
};
