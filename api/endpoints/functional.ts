// Runs functional tests from the dashboard, and exports such a run as documents.
import { CucumberHtmlStream } from "@cucumber/html-formatter";
import { object } from "yup";
import { MAX_RETRIES } from "../../domain/functional/attemptStatus.ts";
import { groupOf } from "../../domain/functional/feature.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { requireRunRight, resolveProject } from "../lib/access.ts";
import { ndjsonOf, sendInParts } from "../lib/streams.ts";
import {
  choice,
  closed,
  flag,
  historyField,
  listOf,
  locationField,
  previewField,
  prNumberField,
  requiredText,
  scheduledField,
  text,
  wholeNumber,
} from "../lib/validate.ts";
import { cucumberMessages } from "../operations/functional/cucumberMessages.ts";
import { junitReport } from "../operations/functional/junitReport.ts";
import { exportRecorded, importRecorded } from "../operations/functional/recorder.ts";
import { startFeatureRun } from "../operations/functional/startFeatureRun.ts";
import { importedRecording, startedFeature } from "./answers/functional.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { changers, readers, right } from "./permits.ts";
import { KEPT } from "./words.ts";

const frtOptions = {
  verifyAnalytics: flag(),
  verifyTracking: flag(),
  environment: text(),
  location: locationField(),
  browsers: listOf(choice(BROWSERS).required()),
  viewports: listOf(choice(VIEWPORT_NAMES).required()),
  tags: text(500),
  retries: wholeNumber(0, MAX_RETRIES),
};
const frtRunBody = closed({
  projectId: requiredText(),
  featureId: requiredText(200),
  branch: text(),
  commitSha: text(128),
  ...frtOptions,
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
  answers: { 202: { description: "The run has started.", json: startedFeature } },
  refusals: { 404: "The project, the environment or the feature is unknown.", 503: KEPT },
  async handle({ ctx, caller, body: { projectId, ...rest } }) {
    const started = await startFeatureRun(ctx, caller, { ...rest, project: projectId });
    const { runId, projectSlug, message, featureId, statusUrl } = started;
    return { json: { success: true, message, project: projectSlug, runId, featureId, statusUrl } };
  },
});

// The dashboard's endpoint accepts only sessions; this one is for keys.
const startFeatureByKey = defineEndpoint({
  method: "post",
  path: "/api/ci/frt/run",
  id: "startFeatureRunByKey",
  tag: "CI",
  summary: "Start functional tests with a key: a feature, or every feature that is ready",
  description: "Returns immediately. Poll `statusUrl` until the status is no longer `running`.",
  access: "key",
  allowed: "keys of scope ci or mcp_full; plans that have the pillar",
  permit: right(requireRunRight),
  body: closed({
    ...frtOptions,
    project: text(),
    featureId: text(200),
    baseUrl: previewField(),
    branch: text(),
    baseBranch: text(),
    history: historyField(),
    scheduled: scheduledField(),
    commitSha: text(128),
    prNumber: prNumberField(),
  }),
  bodyOptional: true,
  bounds: "history",
  examples: { basket: { project: "web-shop", featureId: "basket", tags: "@smoke", branch: "main" } },
  idempotent: true,
  limits: ["ci", "trigger"],
  answers: { 202: { description: "The run has started.", json: startedFeature, headers: ["Location"] } },
  refusals: { 404: "The project, the environment or the feature is unknown.", 503: KEPT },
  async handle({ ctx, caller, body }) {
    const { runId, projectSlug, message, featureId, statusUrl } = await startFeatureRun(ctx, caller, body);
    const json = { success: true, message, project: projectSlug, runId, featureId, statusUrl };
    return { json, headers: { Location: statusUrl } };
  },
});

/** Reading a run as a document. */
const ofRun = {
  tag: "CI",
  access: "either",
  ...readers,
  params: { runId: "Id of the run" },
  limits: ["ci"],
} as const;

const getJUnit = defineEndpoint({
  ...ofRun,
  method: "get",
  path: "/api/ci/runs/{runId}/junit",
  id: "getFunctionalJUnit",
  summary: "A functional run as JUnit XML",
  description: "A suite a feature, a case a scenario in a browser and a viewport.",
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
  ...ofRun,
  method: "get",
  path: "/api/ci/runs/{runId}/messages",
  id: "getFunctionalMessages",
  summary: "A functional run in Cucumber's messages",
  description:
    "One JSON document per line, for Cucumber's own reports and tools. Each scenario in a browser and a viewport is a separate pickle. Includes screenshots of failed steps and of the last step of passed attempts, up to 24 MB in total.",
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
  ...ofRun,
  method: "get",
  path: "/api/ci/runs/{runId}/html",
  id: "getFunctionalHtml",
  summary: "A functional run as Cucumber's HTML report",
  description: "One file that needs no network, made of the same messages.",
  answers: {
    200: { description: "The page, as a download.", types: ["text/html"], headers: ["Content-Disposition"] },
  },
  refusals: { 404: "The run is unknown.", 409: "The run is still running." },
  async handle({ ctx, caller, params: { runId }, version, res }) {
    const messages = await cucumberMessages(ctx, caller, runId, version);
    res.attachment(`${runId}.html`).type("text/html");
    // The file is meant to be opened from disk; if a browser displays it inline, it must not run with the service's origin.
    res.set("Content-Security-Policy", "sandbox allow-scripts");
    await sendInParts(res, messages, new CucumberHtmlStream());
  },
});

const importBody = closed({
  project: requiredText(200),
  recording: object().typeError("recording must be an object").required(),
  featureId: text(200),
  group: text(300),
});

const importRecording = defineEndpoint({
  ...changers("Importing a recording"),
  method: "post",
  path: "/api/frt/recorder",
  id: "importRecording",
  tag: "CI",
  summary: "Import a recording of Chrome's DevTools as a feature",
  description:
    "The recorder's own JSON, up to 1 MB and 500 steps. The feature is a draft of the library's sentences; `notes` list what was skipped or changed. Recordings that run script (`customStep`, `waitForExpression`) are refused with the number of the step. With `featureId` that feature is created or changed.",
  access: "either",
  body: importBody,
  bounds: "tool",
  limits: ["ci"],
  answers: { 200: { description: "The draft.", json: importedRecording } },
  refusals: { 404: "The project is unknown." },
  async handle({ ctx, caller, body: { project, recording, featureId, group } }) {
    const { saved, notes } = await importRecorded(ctx, caller, {
      project: await resolveProject(ctx, caller, project),
      recording: JSON.stringify(recording),
      ...(featureId !== undefined && { featureId }),
      ...(group !== undefined && { group: groupOf(group) }),
    });
    const { featureId: id, name, status, gherkin, version } = saved.feature;
    return { json: { featureId: id, name, status, gherkin, version, open: saved.open, notes } };
  },
});

const exportRecording = defineEndpoint({
  ...readers,
  method: "get",
  path: "/api/frt/recorder/{featureId}",
  id: "exportRecording",
  tag: "CI",
  summary: "A scenario as a recording that Chrome's DevTools take",
  description: "Refused with every step that the recorder has no equivalent for; nothing is skipped silently.",
  access: "either",
  params: { featureId: "Id of the feature" },
  query: closed({ project: requiredText(200), scenario: text(200) }),
  limits: ["ci"],
  answers: {
    200: { description: "The JSON, as a download.", types: ["application/json"], headers: ["Content-Disposition"] },
  },
  refusals: { 404: "The project, the feature or the scenario is unknown." },
  async handle({ ctx, caller, params: { featureId }, query: { project, scenario }, res }) {
    const found = await resolveProject(ctx, caller, project);
    const flow = await exportRecorded(ctx, caller, { project: found, featureId, scenario });
    res.attachment(`${featureId}.json`).json(flow);
  },
});

export const functionalEndpoints: EndpointArea = {
  name: "functional",
  endpoints: [startFeature, startFeatureByKey, getJUnit, getMessages, getHtml, importRecording, exportRecording],
};
