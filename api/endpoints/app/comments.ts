// Settings for commands in comments: a project's webhooks, and the person's own code host accounts.
import { CODE_HOSTS } from "../../../domain/report/codePlace.ts";
import { resolveProject } from "../../lib/access.ts";
import { choice, closed, requiredText } from "../../lib/validate.ts";
import { personOf } from "../../operations/coach/person.ts";
import { listCodeAccounts, makeLinkCode, unlinkCodeAccount } from "../../operations/comments/accounts.ts";
import { createCommentHook, listCommentHooks, removeCommentHook } from "../../operations/comments/hooks.ts";
import { done } from "../answers/accounts.ts";
import { codeAccounts, commentHooks, createdCommentHook, linkCode } from "../answers/app/comments.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { administers, inProject, shared, UNKNOWN_PROJECT } from "./shared.ts";

const own = { ...shared, tag: "Administration", allowed: "everyone signed in" } as const;

const hooks = defineEndpoint({
  ...administers,
  method: "get",
  path: "/api/app/projects/{slug}/comment-hooks",
  id: "listCommentHooks",
  summary: "Webhooks for comments on a project's pull requests",
  params: inProject,
  answers: { 200: { description: "Without their secrets.", json: commentHooks } },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params }) {
    return { json: await listCommentHooks(ctx, caller, await resolveProject(ctx, caller, params.slug)) };
  },
});

const createHook = defineEndpoint({
  ...administers,
  method: "post",
  path: "/api/app/projects/{slug}/comment-hooks",
  id: "createCommentHook",
  summary: "Create a webhook for comments of a repository",
  params: inProject,
  body: closed({ host: choice(CODE_HOSTS).required(), repository: requiredText(200) }),
  bounds: "small",
  answers: { 201: { description: "Its address and, once, its secret.", json: createdCommentHook } },
  refusals: { 404: UNKNOWN_PROJECT, 409: "The project has too many webhooks." },
  async handle({ ctx, caller, params, body: { host, repository } }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await createCommentHook(ctx, caller, { project, host, repository }) };
  },
});

const deleteHook = defineEndpoint({
  ...administers,
  method: "delete",
  path: "/api/app/projects/{slug}/comment-hooks/{hookId}",
  id: "removeCommentHook",
  summary: "Delete a webhook for comments",
  params: { ...inProject, hookId: "Id of the webhook" },
  answers: { 200: { description: "Its calls are refused from now on.", json: done } },
  refusals: { 404: "The project or the webhook is unknown." },
  async handle({ ctx, caller, params: { slug, hookId: id } }) {
    await removeCommentHook(ctx, caller, { project: await resolveProject(ctx, caller, slug), id });
    return { json: { success: true } };
  },
});

const accounts = defineEndpoint({
  ...own,
  method: "get",
  path: "/api/app/me/code-accounts",
  id: "listCodeAccounts",
  summary: "One's linked accounts of code hosts",
  answers: { 200: { description: "The accounts whose comments may decide.", json: codeAccounts } },
  handle: async ({ ctx, caller }) => ({ json: await listCodeAccounts(ctx, personOf(caller)) }),
});

const makeCode = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me/code-accounts",
  id: "makeLinkCode",
  summary: "Make a code that links an account",
  description:
    "The account `login` posts the command as a comment on a pull request of a repository with a webhook. The code holds for 30 minutes, once, and for no other account.",
  body: closed({ host: choice(CODE_HOSTS).required(), login: requiredText(100) }),
  bounds: "small",
  answers: { 201: { description: "The command to post.", json: linkCode } },
  handle: async ({ ctx, caller, body }) => ({ json: await makeLinkCode(ctx, personOf(caller), body) }),
});

const unlink = defineEndpoint({
  ...own,
  method: "delete",
  path: "/api/app/me/code-accounts/{accountId}",
  id: "unlinkCodeAccount",
  summary: "Unlink an account of a code host",
  params: { accountId: "Id of the account" },
  answers: { 200: { description: "Its comments decide nothing from now on.", json: done } },
  refusals: { 404: "No such account is linked." },
  async handle({ ctx, caller, params }) {
    await unlinkCodeAccount(ctx, personOf(caller), params.accountId);
    return { json: { success: true } };
  },
});

export const appCommentEndpoints: EndpointArea = {
  name: "appComments",
  endpoints: [hooks, createHook, deleteHook, accounts, makeCode, unlink],
};
