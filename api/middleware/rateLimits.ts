// How often a caller may call. The counters are shared by all API processes.
import type { Request, RequestHandler, Response } from "express";
import { rateLimit } from "express-rate-limit";
import { ProductError } from "../../domain/errors.ts";
import { callerId } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { createRateLimitStore } from "../lib/rateLimitStore.ts";
import { callerAddress } from "./address.ts";
import { requiredCaller } from "./caller.ts";

const WINDOW_MS = 60_000;
/** Messages of MCP besides tool calls (lists, handshakes) for each tool call that a key may make. */
const MESSAGES_PER_CALL = 10;

/** An app that is connected asks for about four pages and answers. */
const REQUESTS_PER_SIGN_IN = 4;

export type RateLimits = {
  /** Every CI call of a key (or person). */
  ci: RequestHandler;
  /** Runs started, apart from the above. */
  trigger: RequestHandler;
  /** Tool calls of a key, whichever face they come by. */
  invoke: RequestHandler;
  /** Messages of MCP of a key. */
  mcp: RequestHandler;
  /** Questions to the coach. */
  coach: RequestHandler;
  /** Questions that come with the one credential of the legacy coach endpoint. */
  coachAgent: RequestHandler;
  /** Sign-in attempts from one address. */
  signIn: RequestHandler;
  /** One-time links tried from one address. */
  link: RequestHandler;
  /** Apps that register themselves from one address. */
  register: RequestHandler;
  /** Requests of apps to be connected, from one address. */
  connect: RequestHandler;
  /** Codes and tokens exchanged from one address: that of an app in the cloud serves many people. */
  token: RequestHandler;
  /** Calls of webhooks from one address: a code host reports every comment from a few. */
  hook: RequestHandler;
};

export function rateLimits(ctx: OperationContext): RateLimits {
  const { ciRatePerMinute, triggerRatePerMinute, signInRatePerMinute, invokeRatePerMinute, coachRatePerMinute } =
    ctx.config;
  const byCaller = (_: Request, res: Response) => callerId(requiredCaller(res));
  return {
    ci: createRateLimit(ctx, { name: "ci", perMinute: ciRatePerMinute, what: "CI calls", by: byCaller }),
    trigger: createRateLimit(ctx, {
      name: "trigger",
      perMinute: triggerRatePerMinute,
      what: "runs started",
      by: byCaller,
    }),
    invoke: createRateLimit(ctx, {
      name: "invoke",
      perMinute: invokeRatePerMinute,
      what: "tool calls",
      by: byCaller,
    }),
    mcp: createRateLimit(ctx, {
      name: "mcp",
      perMinute: invokeRatePerMinute * MESSAGES_PER_CALL,
      what: "MCP messages",
      by: byCaller,
    }),
    coach: createRateLimit(ctx, { name: "coach", perMinute: coachRatePerMinute, what: "questions", by: byCaller }),
    coachAgent: createRateLimit(ctx, {
      name: "coach-agent",
      perMinute: coachRatePerMinute,
      what: "questions",
      by: () => "agent",
    }),
    signIn: createRateLimit(ctx, {
      name: "sign-in",
      perMinute: signInRatePerMinute,
      what: "sign-in attempts",
      by: callerAddress,
    }),
    link: createRateLimit(ctx, {
      name: "link",
      perMinute: ctx.config.linkRatePerMinute,
      what: "links tried",
      by: callerAddress,
    }),
    register: createRateLimit(ctx, {
      name: "register",
      // One address alone can never fill what all may register in an hour.
      perMinute: Math.ceil(ctx.config.linkRatePerMinute / 2),
      what: "apps registered",
      by: callerAddress,
    }),
    connect: createRateLimit(ctx, {
      name: "connect",
      perMinute: signInRatePerMinute * REQUESTS_PER_SIGN_IN,
      what: "connections asked for",
      by: callerAddress,
    }),
    token: createRateLimit(ctx, {
      name: "token",
      perMinute: ciRatePerMinute,
      what: "tokens asked for",
      by: callerAddress,
    }),
    hook: createRateLimit(ctx, { name: "hook", perMinute: ciRatePerMinute, what: "webhook calls", by: callerAddress }),
  };
}

export type RateLimitOptions = {
  /** Keeps the counters of limits apart. */
  name: string;
  perMinute: number;
  /** What is limited, in words. */
  what: string;
  by: (req: Request, res: Response) => string;
};

/** A limit for any 60 seconds; over it the answer is 429 with Retry-After and `retryAfterMs`. */
export function createRateLimit(ctx: OperationContext, options: RateLimitOptions): RequestHandler {
  const property = `rateLimit:${options.name}`;
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: options.perMinute,
    store: createRateLimitStore(ctx.models, options.name, ctx.now, options.perMinute),
    keyGenerator: options.by,
    standardHeaders: false,
    legacyHeaders: false,
    requestPropertyName: property,
    handler: (req, _res, next) => {
      const { resetTime } = (Reflect.get(req, property) as { resetTime?: Date } | undefined) ?? {};
      const retryAfterMs = Math.max(1, (resetTime?.getTime() ?? 0) - ctx.now().getTime());
      next(
        new ProductError("rate_limit", `More than ${options.perMinute} ${options.what} a minute. Try again later.`, {
          retryAfterMs,
        }),
      );
    },
  });
}
