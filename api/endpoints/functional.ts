// The dashboard's endpoint that runs functional tests, and the documents that are made of such a run.
import { CucumberHtmlStream } from "@cucumber/html-formatter";
import { MOST_RETRIES } from "../../domain/functional/attemptStatus.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { requireCiRight, requireRunRight } from "../lib/access.ts";
import { ndjsonOf, sendInParts } from "../lib/streams.ts";
import { choice, closed, flag, listOf, requiredText, text, wholeNumber } from "../lib/validate.ts";
import { cucumberMessages } from "../operations/functional/cucumberMessages.ts";
import { junitReport } from "../operations/functional/junitReport.ts";
import { startFeatureRun } from "../operations/functional/startFeatureRun.ts";
import { startedFeature } from "./answers/functional.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { right } from "./permits.ts";
import { KEPT, READERS } from "./words.ts";

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

const getJUnit = defineEndpoint({
  method: "get",
  path: "/api/ci/runs/{runId}/junit",
  id: "getFunctionalJUnit",
  tag: "CI",
  summary: "A functional run as JUnit XML",
  description: "A suite a feature, a case a scenario in a browser and a viewport.",
  access: "either",
  allowed: READERS,
  permit: right(requireCiRight),
  params: { runId: "Id of the run" },
  limits: ["ci"],
  answers: {
    200: { description: "The XML, as a download.", types: ["application/xml"], headers: ["Content-Disposition"] },
  },
  refusals: { 404: "The run is unknown.", 409: "The run is still running." },
  async handle({ ctx, caller, params: { runId }, res }) {
    const xml = await junitReport(ctx, caller, runId);
    res.attachment(`${runId}.xml`).type("application/xml").send(xml);
  },
});

const getMessages = defineEndpoint({
  method: "get",
  path: "/api/ci/runs/{runId}/messages",
  id: "getFunctionalMessages",
  tag: "CI",
  summary: "A functional run in Cucumber's messages",
  description:
    "One JSON document a line, for Cucumber's own reports and tools. Each scenario in a browser and a viewport is a pickle of its own. Pictures are kept of the steps that failed and of the last step of attempts that passed, up to 24 MB together.",
  access: "either",
  allowed: READERS,
  permit: right(requireCiRight),
  params: { runId: "Id of the run" },
  limits: ["ci"],
  answers: {
    200: {
      description: "The lines, as a download.",
      types: ["application/x-ndjson"],
      headers: ["Content-Disposition"],
    },
  },
  refusals: { 404: "The run is unknown.", 409: "The run is still running." },
  async handle({ ctx, caller, params: { runId }, version, res }) {
    const messages = await cucumberMessages(ctx, caller, runId, version);
    res.attachment(`${runId}.ndjson`).type("application/x-ndjson");
    await sendInParts(res, ndjsonOf(messages));
  },
});

const getHtml = defineEndpoint({
  method: "get",
  path: "/api/ci/runs/{runId}/html",
  id: "getFunctionalHtml",
  tag: "CI",
  summary: "A functional run as Cucumber's HTML report",
  description: "One file that needs no network, made of the same messages.",
  access: "either",
  allowed: READERS,
  permit: right(requireCiRight),
  params: { runId: "Id of the run" },
  limits: ["ci"],
  answers: {
    200: { description: "The page, as a download.", types: ["text/html"], headers: ["Content-Disposition"] },
  },
  refusals: { 404: "The run is unknown.", 409: "The run is still running." },
  async handle({ ctx, caller, params: { runId }, version, res }) {
    const messages = await cucumberMessages(ctx, caller, runId, version);
    res.attachment(`${runId}.html`).type("text/html");
    // It is opened from the disk; should a browser show it in place, it must not act in the name of the service.
    res.set("Content-Security-Policy", "sandbox allow-scripts");
    await sendInParts(res, messages, new CucumberHtmlStream());
  },
});

export const functionalEndpoints: EndpointArea = {
  name: "functional",
  endpoints: [startFeature, getJUnit, getMessages, getHtml],
};
