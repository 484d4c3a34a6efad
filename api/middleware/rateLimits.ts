// Rate limits per caller. The counters are shared by all API processes.
import type { Request, RequestHandler, Response } from "express";
import { rateLimit } from "express-rate-limit";
import { ProductError } from "../../domain/errors.ts";
import { callerId } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { createRateLimitStore } from "../lib/rateLimitStore.ts";
import { callerAddress } from "./address.ts";
import { requiredCaller } from "./caller.ts";

const WINDOW_MS = 60_000;
/** MCP messages other than tool calls (lists, handshakes) allowed per tool call that a key may make. */
const MESSAGES_PER_CALL = 10;

/** Connecting an app takes about four requests. */
const REQUESTS_PER_SIGN_IN = 4;

export type RateLimits = {
  /** Every CI call of a key or a person. */
  ci: RequestHandler;
  /** Started runs, counted separately from `ci`. */
  trigger: RequestHandler;
  /** Tool calls of a key, over HTTP and MCP alike. */
  invoke: RequestHandler;
  /** MCP messages of a key. */
  mcp: RequestHandler;
  /** Questions to the coach. */
  coach: RequestHandler;
  /** Questions sent with the credential of the legacy coach endpoint. */
  coachAgent: RequestHandler;
  /** Sign-in attempts per address. */
  signIn: RequestHandler;
  /** One-time links tried per address. */
  link: RequestHandler;
  /** Apps that register themselves, per address. */
  register: RequestHandler;
  /** Requests to connect an app, per address. */
  connect: RequestHandler;
  /** Exchanges of codes and tokens, per address: that of a cloud app serves many people. */
  token: RequestHandler;
  /** Webhook calls per address: a code host reports every comment from a few addresses. */
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
      // Keeps one address from using up what all together may register in an hour.
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
  /** Separates the counters of different limits. */
  name: string;
  perMinute: number;
  /** What is limited, in words. */
  what: string;
  by: (req: Request, res: Response) => string;
};

/** Creates a limit for any 60 seconds; calls above it get a 429 with Retry-After and `retryAfterMs`. */
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
