// Carries the caller from authentication to the routes.
import type { Response } from "express";
import type { Caller } from "../lib/context.ts";

export function setCaller(res: Response, caller: Caller): void {
  res.locals.caller = caller;
}

export function callerOf(res: Response): Caller | null {
  return (res.locals.caller as Caller | undefined) ?? null;
}

/** Returns the caller, for routes behind authentication. */
export function requiredCaller(res: Response): Caller {
  const caller = callerOf(res);
  if (!caller) throw new Error("This route has no authentication in front of it.");
  return caller;
}
