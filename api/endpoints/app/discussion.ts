// Conversations about the screenshots of a run, and review requests.
import { array, number } from "yup";
import { MAX_MESSAGE_LENGTH } from "../../../domain/discussion/thread.ts";
import { closed, flag, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { changeThread, type ThreadInput } from "../../operations/discussion/changeThread.ts";
import { listThreads } from "../../operations/discussion/listThreads.ts";
import { readShotProblems } from "../../operations/discussion/shotProblems.ts";
import { type NewThread, startThread } from "../../operations/discussion/startThread.ts";
import { changeRequests, type RequestInput, readRequests } from "../../operations/reviewers/reviewRequests.ts";
import { appReviewRequests, appShotProblems, appThread, appThreads } from "../answers/app/discussion.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { editors } from "../permits.ts";
import { screen } from "./shared.ts";

const params = { runId: "Id of the run" };
const writes = { ...screen, ...editors, bounds: "small" } as const;
const NOT_VISUAL = "The run is not a visual test.";

/** Text of a message; text that consists only of spaces is refused. */
const messageText = () =>
  requiredText(MAX_MESSAGE_LENGTH).matches(/\S/, ({ path }: { path: string }) => `${path} is empty`);
/** Idempotency key created by the caller for what it sends: sending it again adds nothing. */
const keyField = () =>
  text(40).matches(/^[0-9a-z-]{8,40}$/, ({ path }: { path: string }) => `${path} must be 8 to 40 of 0-9, a-z and -`);
const own = { id: requiredText(60), rev: wholeNumber(0, 1_000_000).required() };
const side = () => number().typeError("a side of the region must be a number").min(0).max(200_000).required();

const list = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/runs/{runId}/threads",
  id: "appThreads",
  summary: "Comments on the screenshots of a visual test",
  description:
    "Those of earlier runs of the branch among them: a conversation belongs to a scenario, selector, viewport, browser and mode. At most 500 open and 200 resolved ones.",
  params,
  answers: { 200: { description: "Open ones first, the newest first.", json: appThreads } },
  refusals: { 404: "The run is unknown.", 409: NOT_VISUAL },
  handle: async ({ ctx, caller, params: { runId } }) => ({ json: await listThreads(ctx, caller, runId) }),
});

const start = defineEndpoint({
  ...writes,
  method: "post",
  path: "/api/app/runs/{runId}/threads",
  id: "startAppThread",
  summary: "Comment on a screenshot",
  description: "Members whom the text names after an @ are notified. `key`: sent again, it adds nothing.",
  params,
  body: closed({
    shotId: requiredText(150),
    text: messageText(),
    region: closed({
      box: closed({ x: side(), y: side(), width: side(), height: side() }).required(),
      selector: text(1_000).default(""),
    }).default(undefined),
    key: keyField(),
  }),
  answers: { 200: { description: "The conversation.", json: appThread } },
  refusals: { 404: "The run or the result is unknown.", 409: "The place has too many open conversations." },
  handle: async ({ ctx, caller, params: { runId }, body }) => ({
    json: await startThread(ctx, caller, runId, body as NewThread),
  }),
});

const change = defineEndpoint({
  ...writes,
  method: "post",
  path: "/api/app/runs/{runId}/threads/{threadId}",
  id: "changeAppThread",
  summary: "Reply, change an own comment, resolve or reopen",
  description:
    "One of `reply`, `edit`, `remove`, `restore` and `resolved`. A reply to a resolved conversation opens it again. A deleted comment can be restored for ten minutes.",
  params: { ...params, threadId: "Id of the conversation" },
  body: closed({
    reply: closed({ text: messageText(), key: keyField() }).default(undefined),
    edit: closed({ ...own, text: messageText() }).default(undefined),
    remove: closed(own).default(undefined),
    restore: closed(own).default(undefined),
    resolved: flag(),
  }),
  answers: { 200: { description: "The conversation.", json: appThread } },
  refusals: {
    403: "Allowed: the roles editor and admin; of a comment its author.",
    404: "The run or the conversation is unknown.",
    409: "Somebody else changed it first; `now` is the current state.",
  },
  handle: async ({ ctx, caller, params: { runId, threadId }, body }) => ({
    json: await changeThread(ctx, caller, { runId, threadId, input: body as ThreadInput }),
  }),
});

const requests = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/runs/{runId}/review-requests",
  id: "appReviewRequests",
  summary: "Who was asked to review a run",
  params,
  answers: { 200: { description: "And how far they are.", json: appReviewRequests } },
  refusals: { 404: "The run is unknown.", 409: NOT_VISUAL },
  handle: async ({ ctx, caller, params: { runId } }) => ({ json: await readRequests(ctx, caller, runId) }),
});

const ask = defineEndpoint({
  ...screen,
  allowed: "the roles editor and admin; for `done` everyone signed in",
  bounds: "small",
  method: "post",
  path: "/api/app/runs/{runId}/review-requests",
  id: "changeAppReviewRequests",
  summary: "Request reviews, remove or restore a request, or finish one's own",
  description:
    "One of `ask`, `takeBack` and `restore` (an e-mail address) and `done` (of one's own request). A restored request is as it was before `takeBack`. A request is done, too, when every result is decided.",
  params,
  body: closed({
    ask: closed({
      people: array().of(requiredText(254)).min(1).max(20).required(),
      note: text(1_000),
    }).default(undefined),
    takeBack: text(254),
    restore: text(254),
    done: flag(),
  }),
  answers: { 200: { description: "Who is asked now.", json: appReviewRequests } },
  refusals: { 404: "The run is unknown.", 409: "It is already in that state." },
  handle: async ({ ctx, caller, params: { runId }, body }) => ({
    json: await changeRequests(ctx, caller, runId, body as RequestInput),
  }),
});

const problems = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/runs/{runId}/shots/{shotId}/problems",
  id: "appShotProblems",
  summary: "The problems that a screenshot shows",
  params: { ...params, shotId: "Id of the result" },
  answers: { 200: { description: "As they are kept over all runs.", json: appShotProblems } },
  refusals: { 404: "The run or the result is unknown.", 409: NOT_VISUAL },
  handle: async ({ ctx, caller, params: { runId, shotId } }) => ({
    json: await readShotProblems(ctx, caller, runId, shotId),
  }),
});

export const appDiscussionEndpoints: EndpointArea = {
  name: "appDiscussion",
  endpoints: [list, start, change, requests, ask, problems],
};
