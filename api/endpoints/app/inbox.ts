// Results of all runs of a project that wait for review, and decisions about them.
import { OPEN_REVIEW_STATES } from "../../../domain/review/states.ts";
import { choice, closed, listOf, requiredText, time, wholeNumber } from "../../lib/validate.ts";
import { decideInbox } from "../../operations/visual/decideInbox.ts";
import { readInbox } from "../../operations/visual/inbox.ts";
import { ownDecision } from "../../operations/visual/ownDecision.ts";
import { appInbox, appInboxDecided, appOwnDecision } from "../answers/app/review.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { editors } from "../permits.ts";
import { decisionBody, decisionOf } from "./decision.ts";
import { paging, place } from "./screens.ts";
import { inProject, screen } from "./shared.ts";

const inbox = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects/{slug}/review",
  id: "appInbox",
  summary: "What waits for review",
  description:
    "The newest result of each place of a screenshot that does not pass, over all runs and branches: waiting for review, marked for later and rejected. A run of some scenarios hides nothing of the others. As `GET /api/app/runs/{runId}/review` otherwise.",
  params: inProject,
  query: closed({
    ...paging,
    ...place,
    state: choice(OPEN_REVIEW_STATES),
    shots: listOf(requiredText(150), 100),
    at: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  }),
  answers: { 200: { description: "Groups, screenshots, details and counts.", json: appInbox } },
  refusals: { 404: "The project or the environment is unknown." },
  handle: async ({ ctx, caller, params: { slug }, query }) => ({
    json: await readInbox(ctx, caller, slug, { ...query, shots: query.shots?.filter((one) => one !== undefined) }),
  }),
});

const decide = defineEndpoint({
  ...screen,
  ...editors,
  method: "post",
  path: "/api/app/projects/{slug}/review",
  id: "appDecideInbox",
  summary: "Review results of more than one run",
  description:
    "One decision with one time, which is undone together. `environment` and `branch` narrow what `progress` counts. As `POST /api/app/runs/{runId}/review` otherwise.",
  params: inProject,
  query: closed(place),
  body: decisionBody,
  bounds: "run",
  answers: { 200: { description: "What became of each.", json: appInboxDecided } },
  refusals: { 404: "The project, the environment or a run is unknown.", 409: "A run is not a visual test." },
  handle: async ({ ctx, caller, params: { slug }, query, body }) => ({
    json: await decideInbox(ctx, caller, slug, { ...decisionOf(body), ...query }),
  }),
});

const own = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects/{slug}/review/own",
  id: "appOwnDecision",
  summary: "Your last decision that can be undone",
  description:
    "Of your last 50 decisions about screenshots, wherever you made them, the newest that still stands. `before`: the newest that is older than this time.",
  params: inProject,
  query: closed({ ...place, before: time() }),
  answers: { 200: { description: "When it was made, and its results.", json: appOwnDecision } },
  refusals: { 404: "The project or the environment is unknown." },
  handle: async ({ ctx, caller, params: { slug }, query }) => ({ json: await ownDecision(ctx, caller, slug, query) }),
});

export const appInboxEndpoints: EndpointArea = { name: "appInbox", endpoints: [inbox, decide, own] };
