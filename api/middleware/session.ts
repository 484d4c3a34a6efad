// Sessions of signed-in people: a signed cookie with the id of a document in the database.
import MongoStore from "connect-mongo";
import type { Request, RequestHandler } from "express";
import session from "express-session";
import type { Connection } from "mongoose";
import { sha256 } from "../../platform/artifacts/store.ts";
import { deriveSecret } from "../../platform/secrets.ts";
import type { OperationContext } from "../lib/context.ts";
import type { SignedIn } from "../operations/keys/signIn.ts";

declare module "express-session" {
  interface SessionData {
    userId?: string;
    credential?: string;
    orgId?: string;
    epoch?: string | null;
    oidc?: PendingOidc;
  }
}

/** A sign-in in progress at the identity provider. */
export type PendingOidc = { state: string; nonce: string; verifier: string; next: string; at: number };

export const SESSION_COOKIE = "plumbline.sid";
const LIFETIME_MS = 7 * 24 * 3_600_000;

export function sessions(ctx: OperationContext, connection: Connection): RequestHandler {
  const store = MongoStore.create({
    client: connection.getClient(),
    dbName: connection.name,
    collectionName: "sessions",
    ttl: LIFETIME_MS / 1_000,
    // The embedded database has no TTL indexes.
    autoRemove: "interval",
    autoRemoveInterval: 10,
    touchAfter: 3_600,
    // Stores a hash of the id, so that nobody who reads the database can open a session.
    transformId: (sid) => sha256(sid),
  });
  const secure = ctx.config.publicUrl?.startsWith("https://") === true;
  const handler = session({
    name: SESSION_COOKIE,
    secret: deriveSecret(ctx.config, "session cookies").toString("hex"),
    store,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: "lax", secure: "auto", maxAge: LIFETIME_MS, path: "/" },
  });
  return (req, res, next) => {
    // Behind a proxy that terminates TLS, the operator's setting counts: people reach the service only by https.
    if (secure) Object.defineProperty(req, "secure", { value: true, configurable: true });
    handler(req, res, next);
  };
}

/**
 * Opens a session for a signed-in person under a new id, so that an id planted before sign-in, or known from before a change of rights, is
 * worthless. `csrfToken` creates the token that the session's writes must carry.
 */
export async function openSession(
  req: Request,
  { user, credential, epoch }: SignedIn,
  csrfToken: (req: Request) => string,
): Promise<string> {
  await done((callback) => req.session.regenerate(callback));
  Object.assign(req.session, { userId: user.id, credential, orgId: user.orgId, epoch });
  const token = csrfToken(req);
  await saveSession(req);
  return token;
}

export function saveSession(req: Request): Promise<void> {
  return done((callback) => req.session.save(callback));
}

export function endSession(req: Request): Promise<void> {
  return done((callback) => req.session.destroy(callback));
}

function done(work: (callback: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
}
