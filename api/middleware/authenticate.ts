// Authentication: by API key, by session, or by either. A session's writes need its CSRF token.

import { createHash, timingSafeEqual } from "node:crypto";
import { csrfSync } from "csrf-sync";
import type { Request, RequestHandler, Response } from "express";
import type { Connection } from "mongoose";
import { ProductError, SESSION_REVOKED } from "../../domain/errors.ts";
import { issuerOf } from "../../domain/oauth/address.ts";
import { isToken } from "../../domain/oauth/tokens.ts";
import { connectionOf } from "../../models/database/connectionOf.ts";
import type { OperationContext } from "../lib/context.ts";
import { resourceOf } from "../lib/oauthAddress.ts";
import { authenticateKey } from "../operations/keys/authenticateKey.ts";
import { callerOfUser, type SignedIn, type UserView, userOfSession } from "../operations/keys/signIn.ts";
import { authenticateToken } from "../operations/oauth/authenticateToken.ts";
import { setCaller } from "./caller.ts";
import { openSession, sessions } from "./session.ts";

export const KEY_HEADER = "x-api-key";
export const CSRF_HEADER = "x-csrf-token";

/** 32 bytes, like the session id itself. */
const csrf = csrfSync({ size: 32, getTokenFromRequest: (req) => req.get(CSRF_HEADER) });
export const csrfTokenOf = (req: Request): string => csrf.generateToken(req);

export type Authentication = {
  /** Only an API key (CI triggers). */
  key: RequestHandler;
  /** Only a signed-in person. */
  session: RequestHandler;
  /** An API key, also as `Authorization: Bearer` for clients that can send nothing else; or a connected app's access token. */
  keyOrBearer: RequestHandler;
  /** The key if one is sent, otherwise the session. */
  either: RequestHandler;
  /** As `either`, but a signed link needs no sign-in. */
  link: RequestHandler;
  /** The credential of the legacy coach endpoint, as `Authorization: Bearer`. If none is configured, the endpoint does not exist. */
  agentBearer: RequestHandler;
  /** Reads the session without requiring anyone to be signed in. */
  open: RequestHandler;
};

const bearerOf = (req: Request): string | undefined => /^Bearer +(\S+) *$/i.exec(req.get("authorization") ?? "")?.[1];
/** Returns the resource that access tokens must be for: this service, at the URL that the request came to. */
function resourceFor({ config }: OperationContext, req: Request): string | null {
  const issuer = issuerOf(config, req.get("host"));
  return issuer === null ? null : resourceOf(issuer);
}
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

export function authentication(ctx: OperationContext, connection?: Connection): Authentication {
  const readSession = sessions(ctx, connection ?? connectionOf(ctx.models));

  const byKey = async (req: Request, res: Response) => setCaller(res, await authenticateKey(ctx, req.get(KEY_HEADER)));

  const bySession = async (req: Request, res: Response, missing: string) => {
    await new Promise<void>((resolve, reject) => {
      void readSession(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    const user = await userOfSession(ctx, req.session);
    if (!user) throw new ProductError("unauthorized", missing, req.session.userId ? { reason: SESSION_REVOKED } : {});
    const reads = req.method === "GET" || req.method === "HEAD";
    if (!reads && !csrf.isRequestValid(req))
      throw new ProductError(
        "forbidden",
        `The header ${CSRF_HEADER} must contain the token of GET /api/auth/session: it is missing or belongs to another session.`,
      );
    res.locals.user = user;
    setCaller(res, callerOfUser(user));
  };

  const either: RequestHandler = async (req, res, next) => {
    if (req.get(KEY_HEADER) !== undefined) await byKey(req, res);
    else await bySession(req, res, "Send an API key in the header X-API-Key, or sign in.");
    next();
  };

  return {
    open: readSession,
    key: async (req, res, next) => {
      await byKey(req, res);
      next();
    },
    session: async (req, res, next) => {
      await bySession(req, res, "Sign in first: this needs the session of a signed-in person.");
      next();
    },
    keyOrBearer: async (req, res, next) => {
      const bearer = bearerOf(req);
      const key = req.get(KEY_HEADER) ?? bearer;
      if (!key)
        throw new ProductError(
          "unauthorized",
          "Connect this app to Plumbline, or send an API key in the header X-API-Key or as Authorization: Bearer.",
        );
      setCaller(
        res,
        key === bearer && isToken("access", key)
          ? await authenticateToken(ctx, key, resourceFor(ctx, req))
          : await authenticateKey(ctx, key),
      );
      next();
    },
    agentBearer: (req, _res, next) => {
      const { coachAgentKey } = ctx.config;
      if (coachAgentKey === null) throw new ProductError("not_found", `There is no ${req.method} ${req.path}.`);
      const given = bearerOf(req) ?? "";
      // Compares hashes because timingSafeEqual needs equal lengths, and hashes reveal nothing about the length of the key.
      if (!timingSafeEqual(sha256(given), sha256(coachAgentKey)))
        throw new ProductError("unauthorized", "Send the coach's agent key as Authorization: Bearer.");
      next();
    },
    either,
    link: (req, res, next) => (req.query.sig === undefined ? either(req, res, next) : next()),
  };
}

/** Signs the person in with a new session; returns the response that all sign-in endpoints share. */
export async function signInTo(req: Request, signedIn: SignedIn) {
  const csrfToken = await openSession(req, signedIn, csrfTokenOf);
  return { success: true, user: signedIn.user, csrfToken };
}

/** Returns the signed-in person of this request. */
export function userOf(res: Response): UserView {
  return res.locals.user as UserView;
}
