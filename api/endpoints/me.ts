// The signed-in person's account.

import { accessChanged } from "../lib/accessChanged.ts";
import type { Caller } from "../lib/context.ts";
import { emptyBody } from "../lib/schemas.ts";
import { closed, requiredText, text } from "../lib/validate.ts";
import { callerAddress } from "../middleware/address.ts";
import { csrfTokenOf, signInTo } from "../middleware/authenticate.ts";
import { personOf } from "../operations/coach/person.ts";
import * as people from "../operations/people/me.ts";
import { signedIn } from "./answers/accounts.ts";
import { me, renamed } from "./answers/people.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { passwordField, personName } from "./links.ts";

const mine = (caller: Caller) => personOf(caller);
const own = { tag: "Administration", access: "session", allowed: "everyone signed in", noStore: true } as const;
const renewed = {
  200: { description: "The session continues under a new id and token.", json: signedIn, headers: ["Set-Cookie"] },
} as const;

const read = defineEndpoint({
  ...own,
  method: "get",
  path: "/api/app/me",
  id: "getMe",
  summary: "Who is signed in, where, and where else they could be",
  answers: { 200: { description: "The person and their organisations.", json: me } },
  handle: async ({ ctx, caller, req }) => ({
    json: { ...(await people.readMe(ctx, mine(caller))), csrfToken: csrfTokenOf(req) },
  }),
});

const rename = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me",
  id: "renameMe",
  summary: "Change one's name",
  body: closed({ name: personName() }),
  bounds: "small",
  limits: ["ci"],
  answers: { 200: { description: "The person.", json: renamed } },
  handle: async ({ ctx, caller, body }) => ({
    json: { success: true, user: await people.rename(ctx, mine(caller), body.name) },
  }),
});

const password = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me/password",
  id: "changePassword",
  summary: "Change one's password",
  description: "`current` is required if a password is set. All other sessions end.",
  body: closed({ current: text(1_000), password: passwordField() }),
  bounds: "signIn",
  limits: ["signIn"],
  answers: renewed,
  async handle({ ctx, caller, body, req }) {
    const session = { address: callerAddress(req), credential: req.session.credential };
    const changed = await people.setPassword(ctx, mine(caller), { ...body, ...session });
    return { json: await signInTo(req, changed) };
  },
});

const everywhere = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me/sign-out-everywhere",
  id: "signOutEverywhere",
  summary: "End all other sessions",
  body: emptyBody,
  bounds: "small",
  limits: ["ci"],
  answers: renewed,
  handle: async ({ ctx, caller, req }) => ({
    json: await signInTo(req, await people.signOutEverywhere(ctx, mine(caller))),
  }),
});

const move = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me/organisation",
  id: "switchOrganisation",
  summary: "Open another of one's organisations",
  body: closed({ organisation: requiredText(100) }),
  bounds: "small",
  limits: ["ci"],
  answers: renewed,
  refusals: { 404: "The caller does not belong to this organisation." },
  async handle({ ctx, caller, body, req }) {
    const json = await signInTo(req, await people.switchOrganisation(ctx, mine(caller), body.organisation));
    // The session that other tabs listen with no longer exists.
    await accessChanged(ctx, json.user.id);
    return { json };
  },
});

export const meEndpoints: EndpointArea = { name: "me", endpoints: [read, rename, password, everywhere, move] };
