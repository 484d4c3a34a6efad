// Sign-in with OpenID Connect: redirect to the provider, and callback.
import type { Request } from "express";
import { MAX_NEXT, nextAddress } from "../../domain/people/nextAddress.ts";
import type { Claims, OidcSettings } from "../../domain/people/oidc.ts";
import type { OidcProblem } from "../../domain/people/oidcProblems.ts";
import type { OperationContext } from "../lib/context.ts";
import { closed, text } from "../lib/validate.ts";
import { signInTo } from "../middleware/authenticate.ts";
import { type PendingOidc, saveSession } from "../middleware/session.ts";
import { type OidcClient, oidcErrorWord, providerOf } from "../operations/people/oidcProvider.ts";
import { admitByOidc } from "../operations/people/oidcSignIn.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";

export const OIDC_START = "/api/auth/oidc/start";
const CALLBACK = "/api/auth/oidc/callback";
/** A sign-in that takes longer at the provider must be started again. */
const PENDING_MS = 15 * 60_000;

/** Returns the base URL at which people reach the service, without a trailing slash. */
const baseOf = ({ config }: OperationContext, req: Request): string =>
  (config.publicUrl ?? `${req.protocol}://${req.get("host")}`).replace(/\/+$/, "");

const pathBelow = (ctx: OperationContext, req: Request, path: string): string =>
  `${new URL(baseOf(ctx, req)).pathname.replace(/\/+$/, "")}${path}`;

/** Returns the path of the sign-in page with the problem. Keeps the requested page, for people who then sign in another way. */
function signInAgain(problem: OidcProblem, wanted: string | undefined): string {
  const next = nextAddress(wanted);
  const query = new URLSearchParams(next === "/" ? { problem } : { problem, next });
  return `/sign-in?${query}`;
}

const shared = {
  method: "get",
  tag: "Administration",
  access: "opensSession",
  limits: ["signIn"],
  noStore: true,
  refusals: { 404: "Nobody signs in by OpenID Connect here." },
} as const;

const start = defineEndpoint({
  ...shared,
  path: OIDC_START,
  id: "startOidc",
  summary: "Sign in at the identity provider",
  description: "`next` is the path to open afterwards; an address of another site is not followed.",
  query: closed({ next: text(MAX_NEXT) }),
  answers: { 302: { description: "To the provider.", headers: ["Location", "Set-Cookie"] } },
  async handle({ ctx, query, req, res }) {
    const { client } = providerOf(ctx);
    try {
      const { address, ...checks } = await client.begin(baseOf(ctx, req) + CALLBACK);
      req.session.oidc = { ...checks, next: nextAddress(query.next), at: ctx.now().getTime() };
      await saveSession(req);
      res.redirect(302, address);
    } catch (error) {
      ctx.log("warn", "the identity provider cannot be asked", { reason: oidcErrorWord(error) });
      res.redirect(302, pathBelow(ctx, req, signInAgain("oidc_unavailable", query.next)));
    }
    return undefined;
  },
});

const callback = defineEndpoint({
  ...shared,
  path: CALLBACK,
  id: "finishOidc",
  summary: "Come back from the identity provider",
  answers: {
    302: {
      description: "Signed in, or to the sign-in page with `problem`.",
      headers: ["Location", "Set-Cookie"],
    },
  },
  async handle({ ctx, req, res }) {
    const { settings, client } = providerOf(ctx);
    const pending = req.session.oidc;
    delete req.session.oidc;
    const done = await finish(
      ctx,
      settings,
      client,
      pending,
      new URL(baseOf(ctx, req) + req.originalUrl.slice(0, 8_000)),
    );
    if ("problem" in done) {
      if (pending) await saveSession(req);
      res.redirect(302, pathBelow(ctx, req, signInAgain(done.problem, pending?.next)));
    } else {
      await signInTo(req, done);
      res.redirect(302, pathBelow(ctx, req, nextAddress(pending?.next)));
    }
    return undefined;
  },
});

async function finish(
  ctx: OperationContext,
  settings: OidcSettings,
  client: OidcClient,
  pending: PendingOidc | undefined,
  address: URL,
): Promise<Awaited<ReturnType<typeof admitByOidc>>> {
  const failed = (problem: OidcProblem) => ({ problem });
  // Without a pending sign-in, either somebody is pushing their own sign-in onto this browser, or the page was opened again.
  if (!pending || ctx.now().getTime() - pending.at > PENDING_MS) return failed("oidc_failed");
  if (address.searchParams.get("state") !== pending.state) return failed("oidc_failed");
  if (address.searchParams.has("error")) return failed("oidc_cancelled");
  let claims: Claims;
  try {
    claims = await client.finish(address, pending);
  } catch (error) {
    ctx.log("warn", "a sign-in by OpenID Connect failed", { reason: oidcErrorWord(error) });
    return failed("oidc_failed");
  }
  return admitByOidc(ctx, settings, claims);
}

export const oidcEndpoints: EndpointArea = { name: "oidc", endpoints: [start, callback] };
