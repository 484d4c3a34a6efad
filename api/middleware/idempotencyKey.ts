// The header Idempotency-Key.
import type { Request } from "express";
import { ProductError } from "../../domain/errors.ts";
import type { Idempotency } from "../../domain/idempotency.ts";

/** Returns the Idempotency-Key of a request; keys of different routes are independent. Throws validation_error if it is invalid. */
export function idempotencyOf(req: Request, route: string): Idempotency | undefined {
  const key = req.get("idempotency-key");
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ProductError("validation_error", "Idempotency-Key must have 1 to 255 visible ASCII characters.");
  return { key, route };
}
