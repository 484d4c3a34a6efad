// Signing in to and out of the dashboard.
import { accessChanged } from "../lib/accessChanged.ts";
import { recordAudit } from "../lib/auditLog.ts";
import { signInBody } from "../lib/schemas.ts";
import { callerAddress } from "../middleware/address.ts";
import { csrfTokenOf, signInTo, userOf } from "../middleware/authenticate.ts";
import { endSession, SESSION_COOKIE } from "../middleware/session.ts";
import { signIn } from "../operations/keys/signIn.ts";
import { done, session, signedIn } from "./answers/accounts.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";

const signInByPassword = defineEndpoint({
  method: "post",
  path: "/api/auth/sign-in",
  id: "signIn",
  tag: "Administration",
  summary: "Sign in",
  // There is no CSRF token before sign-in; the JSON body protects instead, because another site cannot send one.
  access: "opensSession",
  body: signInBody,
  bounds: "signIn",
  limits: ["signIn"],
  noStore: true,
  answers: { 200: { description: "Signed in.", json: signedIn, headers: ["Set-Cookie"] } },
  refusals: {
    401: "The e-mail address or the password is wrong.",
    403: "The person no longer belongs to an organisation.",
  },
  async handle({ ctx, body, req }) {
    return { json: await signInTo(req, await signIn(ctx, { ...body, address: callerAddress(req) })) };
  },
});

const signOut = defineEndpoint({
  method: "post",
  path: "/api/auth/sign-out",
  id: "signOut",
  tag: "Administration",
  summary: "Sign out",
  access: "session",
  allowed: "with the CSRF token of the session",
  noStore: true,
  answers: { 200: { description: "Signed out.", json: done, headers: ["Set-Cookie"] } },
  async handle({ ctx, caller, req, res }) {
    const { id } = userOf(res);
    await endSession(req);
    await accessChanged(ctx, id);
    res.clearCookie(SESSION_COOKIE, { path: "/", httpOnly: true, sameSite: "lax", secure: req.secure });
    await recordAudit(ctx, caller, "user.sign_out", id);
    return { json: { success: true } };
  },
});

const getSession = defineEndpoint({
  method: "get",
  path: "/api/auth/session",
  id: "getSession",
  tag: "Administration",
  summary: "Who is signed in",
  access: "session",
  noStore: true,
  answers: { 200: { description: "The person, and the CSRF token of the session.", json: session } },
  handle: ({ req, res }) => ({ json: { user: userOf(res), csrfToken: csrfTokenOf(req) } }),
});

export const accountEndpoints: EndpointArea = { name: "accounts", endpoints: [signInByPassword, signOut, getSession] };
