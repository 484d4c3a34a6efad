// One-time links: the first administrator, invitations, password resets, sign-in and message recipients. Tokens are sent in bodies, never in
// URLs.

import type { Request } from "express";
import { type LinkKind, linkAddress } from "../../domain/people/links.ts";
import { oidcSettings } from "../../domain/people/oidc.ts";
import type { OperationContext } from "../lib/context.ts";
import { closed, requiredText, text } from "../lib/validate.ts";
import { callerAddress } from "../middleware/address.ts";
import { signInTo } from "../middleware/authenticate.ts";
import { PASSWORD_LENGTH } from "../operations/keys/passwords.ts";
import { userOfSession } from "../operations/keys/signIn.ts";
import { confirmRecipient } from "../operations/notifications/confirmations.ts";
import { hasUsers, welcome } from "../operations/people/firstAdministrator.ts";
import { acceptInvitation } from "../operations/people/invitations.ts";
import { lookAtLink } from "../operations/people/links.ts";
import { resetPassword } from "../operations/people/resets.ts";
import { signInByLink } from "../operations/people/signInLink.ts";
import { done, signedIn } from "./answers/accounts.ts";
import { linkView, signInOptions } from "./answers/people.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { OIDC_START } from "./oidc.ts";

const token = { token: requiredText(200) };
type PathParams = { path: string };
const tidy = ({ path }: PathParams) => `${path} must not begin or end with a space`;

export const emailField = () =>
  requiredText(254)
    .trim(tidy)
    .email(({ path }: PathParams) => `${path} must be an e-mail address`);
/** No control characters and no unpaired surrogates, because names appear in lists, messages and logs. */
export const personName = () =>
  requiredText(100)
    .trim(tidy)
    // A `test` rather than a `pattern`, because readers of the OpenAPI document use regular expressions without `\p`.
    .test(
      "one-line",
      ({ path }: PathParams) => `${path} must be plain text on one line`,
      (name) => !/[\p{Cc}\p{Cs}]/u.test(name ?? ""),
    );
export const passwordField = () =>
  requiredText(PASSWORD_LENGTH.max).min(
    PASSWORD_LENGTH.min,
    ({ path }: PathParams) => `${path} must have at least ${PASSWORD_LENGTH.min} characters`,
  );

/** Returns the URL of a link: below the public URL, or the URL at which the caller reached the service. */
export function addressOf(ctx: OperationContext, req: Request, kind: LinkKind, secret: string): string {
  return linkAddress(ctx.config.publicUrl ?? `${req.protocol}://${req.get("host")}`, kind, secret);
}

/** Settings shared by all endpoints that are called with a token. */
const byToken = {
  method: "post",
  tag: "Administration",
  access: "opensSession",
  bounds: "signIn",
  limits: ["link"],
  noStore: true,
} as const;
const GONE = "The link is unknown, used, withdrawn or expired.";
const opened = { 200: { description: "Signed in.", json: signedIn, headers: ["Set-Cookie"] } } as const;

const options = defineEndpoint({
  method: "get",
  path: "/api/app/sign-in-options",
  id: "signInOptions",
  tag: "Administration",
  summary: "How people sign in here",
  access: "open",
  noStore: true,
  answers: { 200: { description: "The ways to sign in.", json: signInOptions } },
  async handle({ ctx }) {
    const settings = oidcSettings(ctx.config);
    const oidc = settings && { name: settings.name, url: OIDC_START };
    return { json: { password: true, oidc, firstStart: !(await hasUsers(ctx)) } };
  },
});

const look = defineEndpoint({
  ...byToken,
  access: "open",
  path: "/api/app/links/look",
  id: "lookAtLink",
  summary: "What a one-time link is for",
  description: "It does not use the link up.",
  body: closed(token),
  answers: { 200: { description: "What its page shows.", json: linkView } },
  refusals: { 404: GONE },
  handle: async ({ ctx, body }) => ({ json: await lookAtLink(ctx, body.token) }),
});

const first = defineEndpoint({
  ...byToken,
  path: "/api/app/links/welcome",
  id: "firstAdministrator",
  summary: "Create the first administrator",
  description: "With the link that the service prints at startup while there is no user.",
  body: closed({ ...token, email: emailField(), name: personName(), password: passwordField() }),
  answers: opened,
  refusals: { 404: GONE, 409: "There is an administrator already." },
  handle: async ({ ctx, body, req }) => ({ json: await signInTo(req, await welcome(ctx, body)) }),
});

const enterByLink = defineEndpoint({
  ...byToken,
  path: "/api/app/links/sign-in",
  id: "signInByLink",
  summary: "Sign in with a one-time link",
  body: closed(token),
  answers: opened,
  refusals: { 403: "The person belongs to no organisation.", 404: GONE },
  handle: async ({ ctx, body, req }) => ({ json: await signInTo(req, await signInByLink(ctx, body.token)) }),
});

const accept = defineEndpoint({
  ...byToken,
  path: "/api/app/links/invitation",
  id: "acceptInvitation",
  summary: "Take an invitation",
  description:
    "A new person gives a name and a password. One who has an account gives its password, or nothing when signed in with it.",
  body: closed({ ...token, name: text(100).trim(tidy), password: text(1_000) }),
  answers: opened,
  refusals: {
    403: "The address is not proved, or it needs the password of the account that it has.",
    404: GONE,
    409: "A member already.",
  },
  async handle({ ctx, body, req }) {
    const here = await userOfSession(ctx, req.session);
    const who = { address: callerAddress(req), signedInAs: here?.id ?? null };
    return { json: await signInTo(req, await acceptInvitation(ctx, { ...body, ...who })) };
  },
});

const confirm = defineEndpoint({
  ...byToken,
  access: "open",
  path: "/api/app/links/recipient",
  id: "confirmRecipient",
  summary: "Confirm that a channel may mail an address",
  body: closed(token),
  answers: { 200: { description: "The channel mails the address.", json: done } },
  refusals: { 404: GONE },
  async handle({ ctx, body }) {
    await confirmRecipient(ctx, body.token);
    return { json: { success: true } };
  },
});

const reset = defineEndpoint({
  ...byToken,
  path: "/api/app/links/reset",
  id: "resetPassword",
  summary: "Set a password with a one-time link",
  description: "Every session of the person ends.",
  body: closed({ ...token, password: passwordField() }),
  answers: opened,
  refusals: { 403: "The person has joined another organisation since.", 404: GONE },
  handle: async ({ ctx, body, req }) => ({ json: await signInTo(req, await resetPassword(ctx, body)) }),
});

export const linkEndpoints: EndpointArea = {
  name: "links",
  endpoints: [options, look, first, enterByLink, accept, reset, confirm],
};
