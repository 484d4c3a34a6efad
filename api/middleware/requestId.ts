// Gives every request an id: the caller's if it is harmless, otherwise a new one. It is part of the response and of every log line.
import type { RequestHandler, Response } from "express";
import type { OperationContext } from "../lib/context.ts";

export function requestId(ctx: OperationContext): RequestHandler {
  return (req, res, next) => {
    const given = req.get("x-request-id");
    const id = given && /^[\w.-]{8,64}$/.test(given) ? given : ctx.ulid().toLowerCase();
    res.locals.requestId = id;
    res.set("X-Request-Id", id);
    next();
  };
}

export function requestIdOf(res: Response): string {
  return String(res.locals.requestId ?? "");
}
