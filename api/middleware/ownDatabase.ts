// Blocks requests while the database belongs to another installation: nothing is read from it or written to it.
import type { RequestHandler } from "express";
import { ProductError } from "../../domain/errors.ts";
import { StrangerError } from "../../domain/installation.ts";
import type { OperationContext } from "../lib/context.ts";

const RETRY_MS = 30_000;

/** Answers 503 while another installation's database is in place of this one's. Costs nothing while the connection lasts. */
export function ownDatabase(ctx: OperationContext): RequestHandler {
  return async (_req, _res, next) => {
    try {
      await ctx.databaseIsOurs?.();
    } catch (error) {
      if (!(error instanceof StrangerError)) throw error;
      ctx.log("error", error.message);
      throw new ProductError("unavailable", error.plain, { retryAfterMs: RETRY_MS });
    }
    next();
  };
}
