// The dashboard's endpoint that runs functional tests.
import { MOST_RETRIES } from "../../domain/functional/attemptStatus.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { requireRunRight } from "../lib/access.ts";
import { choice, closed, flag, listOf, requiredText, text, wholeNumber } from "../lib/validate.ts";
import { startFeatureRun } from "../operations/functional/startFeatureRun.ts";
import { startedFeature } from "./answers/functional.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { right } from "./permits.ts";
import { KEPT } from "./words.ts";

const frtRunBody = closed({
  projectId: requiredText(),
  featureId: requiredText(200),
  verifyAnalytics: flag(),
  verifyTracking: flag(),
  environment: text(),
  browsers: listOf(choice(BROWSERS).required()),
  viewports: listOf(choice(VIEWPORT_NAMES).required()),
  tags: text(500),
  retries: wholeNumber(0, MOST_RETRIES),
});

const startFeature = defineEndpoint({
  method: "post",
  path: "/api/frt/run",
  id: "startFeatureRun",
  tag: "Dashboard",
  summary: "Start a functional feature run",
  description:
    "`verifyTracking` (or `verifyAnalytics`) adds the events and variables of each step to the timeline, and holds the events of the tracking plan that are linked to steps against what was sent.",
  access: "session",
  allowed: "the roles editor and admin; plans that have the pillar",
  idempotent: true,
  limits: ["trigger"],
  permit: right(requireRunRight),
  body: frtRunBody,
  bounds: "run",
  answers: { 202: { description: "The run has begun.", json: startedFeature } },
  refusals: { 404: "The project, the environment or the feature is unknown.", 503: KEPT },
  async handle({ ctx, caller, body: { projectId, ...rest }, idempotency }) {
    const started = await startFeatureRun(ctx, caller, { ...rest, project: projectId }, idempotency);
    const { runId, projectSlug, message, featureId, statusUrl } = started;
    return { json: { success: true, message, project: projectSlug, runId, featureId, statusUrl } };
  },
});

export const functionalEndpoints: EndpointArea = { name: "functional", endpoints: [startFeature] };
