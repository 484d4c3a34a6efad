// Members of the organisation, invitations and password resets.
import { ROLES } from "../../domain/people/members.ts";
import { emptyBody } from "../lib/schemas.ts";
import { choice, closed, partRevField } from "../lib/validate.ts";
import { signInTo } from "../middleware/authenticate.ts";
import { personOf } from "../operations/coach/person.ts";
import { enter } from "../operations/keys/signIn.ts";
import { invite, listInvitations, withdrawInvitation } from "../operations/people/invitations.ts";
import { accountOf } from "../operations/people/me.ts";
import { listMembers, removeMember, setRole } from "../operations/people/members.ts";
import { makeResetLink } from "../operations/people/resets.ts";
import { done } from "./answers/accounts.ts";
import { changedMember, handedOn, invitations, invited, members } from "./answers/people.ts";
import { STALE } from "./app/shared.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { addressOf, emailField } from "./links.ts";
import { administrators } from "./permits.ts";

const admins = {
  tag: "Administration",
  access: "session",
  ...administrators,
  limits: ["ci"],
  noStore: true,
} as const;
const MEMBER = { id: "Id of the member" };
const MAIL = "The mail server did not take the e-mail.";
const LAST = "It is the last administrator.";
const role = () => choice(ROLES).required(({ path }: { path: string }) => `${path} is required`);

const list = defineEndpoint({
  method: "get",
  path: "/api/app/members",
  id: "listMembers",
  tag: "Administration",
  summary: "Members of the organisation",
  access: "session",
  allowed: "everyone signed in",
  limits: ["ci"],
  noStore: true,
  answers: { 200: { description: "Administrators first, then by name.", json: members } },
  async handle({ ctx, caller }) {
    const all = await listMembers(ctx, caller);
    return { json: { members: all, count: all.length } };
  },
});

const changeRole = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/members/{id}/role",
  id: "setMemberRole",
  summary: "Change what a member may do",
  description: "The member's sessions end; the caller's own continues under a new id.",
  params: MEMBER,
  body: closed({ role: role(), rev: partRevField() }),
  bounds: "small",
  answers: { 200: { description: "The member.", json: changedMember, headers: ["Set-Cookie"] } },
  refusals: { 409: `${LAST} ${STALE}` },
  async handle({ ctx, caller, params, body, req }) {
    const { member, changed } = await setRole(ctx, caller, { ...body, id: params.id });
    const self = changed && member.you;
    const person = personOf(caller);
    const renewed = self ? await signInTo(req, await enter(ctx, await accountOf(ctx, person), caller.orgId)) : null;
    return { json: { success: true, member, csrfToken: renewed?.csrfToken ?? null } };
  },
});

const remove = defineEndpoint({
  ...admins,
  method: "delete",
  path: "/api/app/members/{id}",
  id: "removeMember",
  summary: "Take a person out of the organisation",
  description: "Their sessions in it end immediately; their account is kept.",
  params: MEMBER,
  body: emptyBody,
  bounds: "small",
  answers: { 200: { description: "The member was removed.", json: done } },
  refusals: { 409: LAST },
  async handle({ ctx, caller, params }) {
    await removeMember(ctx, caller, params.id);
    return { json: { success: true } };
  },
});

const resetLink = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/members/{id}/reset-link",
  id: "makeResetLink",
  summary: "Create a link that lets a member set a new password",
  params: MEMBER,
  body: emptyBody,
  bounds: "small",
  answers: { 201: { description: "The link, to hand on; null: it was mailed to the member.", json: handedOn } },
  refusals: {
    503: MAIL,
    403: "Allowed: the role admin, of members who belong to no organisation that the caller does not administer.",
  },
  async handle({ ctx, caller, params, req }) {
    const { token, expiresAt } = await makeResetLink(ctx, caller, params.id);
    return { json: { link: token && addressOf(ctx, req, "reset", token), expiresAt: expiresAt.toISOString() } };
  },
});

const listOpen = defineEndpoint({
  ...admins,
  method: "get",
  path: "/api/app/invitations",
  id: "listInvitations",
  summary: "Open invitations",
  answers: { 200: { description: "Without their links.", json: invitations } },
  async handle({ ctx, caller }) {
    const open = await listInvitations(ctx, caller);
    return { json: { invitations: open, count: open.length } };
  },
});

const inviteOne = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/invitations",
  id: "invite",
  summary: "Invite a person",
  description: "An earlier link for the same address no longer works.",
  body: closed({ email: emailField(), role: role() }),
  bounds: "small",
  answers: { 201: { description: "The link, to hand on; null: it was mailed to the address.", json: invited } },
  refusals: { 409: "A member already.", 503: MAIL },
  async handle({ ctx, caller, body, req }) {
    const { token, invitation } = await invite(ctx, caller, body);
    return { json: { link: token && addressOf(ctx, req, "invitation", token), invitation } };
  },
});

const withdraw = defineEndpoint({
  ...admins,
  method: "delete",
  path: "/api/app/invitations/{id}",
  id: "withdrawInvitation",
  summary: "Withdraw an invitation",
  params: { id: "Id of the invitation" },
  body: emptyBody,
  bounds: "small",
  answers: { 200: { description: "Its link no longer works.", json: done } },
  async handle({ ctx, caller, params }) {
    await withdrawInvitation(ctx, caller, params.id);
    return { json: { success: true } };
  },
});

export const memberEndpoints: EndpointArea = {
  name: "members",
  endpoints: [list, changeRole, remove, resetLink, listOpen, inviteOne, withdraw],
};
