// Functional tests on the dashboard: features and their editor, the step library, timelines, the heal inbox, recordings.
import { array } from "yup";
import { MAX_RETRIES } from "../../../domain/functional/attemptStatus.ts";
import { FEATURE_LIMITS } from "../../../domain/functional/feature.ts";
import { LIMITS } from "../../../domain/functional/gherkin/size.ts";
import { HEAL_STATUSES } from "../../../domain/functional/heal/outcome.ts";
import { resolveProject } from "../../lib/access.ts";
import { choice, closed, flag, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { checkGherkin } from "../../operations/functional/checkGherkin.ts";
import { listHeals, MAX_HEALS, reviewHeal } from "../../operations/functional/heal/heals.ts";
import { listFeatureFolders } from "../../operations/functional/listFeatures.ts";
import { listRecordings, readRecording } from "../../operations/functional/listRecordings.ts";
import { listSteps } from "../../operations/functional/listSteps.ts";
import { readEditedFeature, readFeatureVersion } from "../../operations/functional/readFeature.ts";
import { readRunTimeline } from "../../operations/functional/readTimeline.ts";
import { saveEditedFeature } from "../../operations/functional/saveEditedFeature.ts";
import { deleteFeature } from "../../operations/functional/saveFeature.ts";
import { placeOf } from "../../operations/projects/place.ts";
import { done } from "../answers/accounts.ts";
import {
  appFeature,
  appFeatures,
  appFeatureVersion,
  appGherkinCheck,
  appHeal,
  appHeals,
  appRecording,
  appRecordings,
  appSavedFeature,
  appSteps,
  appTimeline,
} from "../answers/app/functional.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { UNKNOWN_PLACE } from "../words.ts";
import { edits, inProject, reads, UNKNOWN_PROJECT } from "./shared.ts";

const ofFeature = { ...inProject, featureId: "Id of the feature" };
const UNKNOWN_FEATURE = "The project or the feature is unknown.";
const STALE_FEATURE = "Somebody else saved it first: the message names the person, `version` the new version.";
const gherkin = requiredText(LIMITS.text);

const features = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/features",
  id: "listAppFeatures",
  summary: "All features with their last result",
  params: inProject,
  query: closed({ environment: text(), branch: text() }),
  answers: { 200: { description: "By their ids.", json: appFeatures } },
  refusals: { 404: UNKNOWN_PLACE },
  handle: async ({ ctx, caller, params, query }) => ({
    json: await listFeatureFolders(ctx, caller, await placeOf(ctx, caller, params.slug, query)),
  }),
});

const check = defineEndpoint({
  ...reads,
  method: "post",
  path: "/api/app/projects/{slug}/features/check",
  id: "checkAppGherkin",
  summary: "What is wrong with a text, line by line",
  allowed: "everyone signed in",
  description: "For the editor; nothing is saved. A text that cannot be parsed is an answer too.",
  params: inProject,
  body: closed({ gherkin: text(LIMITS.text).defined() }),
  bounds: "tool",
  answers: { 200: { description: "The problems, errors before warnings.", json: appGherkinCheck } },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params, body }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await checkGherkin(ctx, caller, { project, gherkin: body.gherkin }) };
  },
});

const read = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/features/{featureId}",
  id: "readAppFeature",
  summary: "A feature with its text, problems and versions",
  params: ofFeature,
  answers: { 200: { description: "The feature.", json: appFeature } },
  refusals: { 404: UNKNOWN_FEATURE },
  async handle({ ctx, caller, params: { slug, featureId } }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await readEditedFeature(ctx, caller, { project, featureId }) };
  },
});

const version = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/features/{featureId}/versions/{version}",
  id: "readAppFeatureVersion",
  summary: "The text that a feature had at a version",
  description: `The last ${FEATURE_LIMITS.versions} versions are kept. Saving the text again brings it back as a new version.`,
  params: { ...ofFeature, version: "Number of the version" },
  answers: { 200: { description: "The version.", json: appFeatureVersion } },
  refusals: { 404: "The project, the feature or the version is unknown." },
  async handle({ ctx, caller, params: { slug, featureId, version } }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await readFeatureVersion(ctx, caller, { project, featureId, version }) };
  },
});

const save = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/features/{featureId}",
  id: "saveAppFeature",
  summary: "Save a feature from the version that was edited",
  description: "`version`: of the edited feature; 0 creates a new one. Omitted fields are not changed.",
  params: ofFeature,
  body: closed({
    version: wholeNumber(0, Number.MAX_SAFE_INTEGER).required(),
    gherkin,
    // An empty list is meaningful here: the feature is in the root folder, or has no tickets.
    group: array().of(requiredText(FEATURE_LIMITS.groupName)).max(FEATURE_LIMITS.depth),
    tickets: array().of(requiredText(100)).max(FEATURE_LIMITS.tickets),
    draft: flag(),
  }),
  bounds: "tool",
  answers: { 200: { description: "The feature as it is now.", json: appSavedFeature } },
  refusals: { 404: UNKNOWN_FEATURE, 409: STALE_FEATURE },
  async handle({ ctx, caller, params: { slug, featureId }, body }) {
    const project = await resolveProject(ctx, caller, slug);
    const { feature, open, change } = await saveEditedFeature(ctx, caller, { ...body, project, featureId });
    const { name, version, status } = feature;
    return { json: { featureId: feature.featureId, name, version, status, open, change } };
  },
});

const remove = defineEndpoint({
  ...edits,
  method: "delete",
  path: "/api/app/projects/{slug}/features/{featureId}",
  id: "deleteAppFeature",
  summary: "Delete a feature",
  params: ofFeature,
  query: closed({ version: wholeNumber(1, Number.MAX_SAFE_INTEGER).required() }),
  answers: { 200: { description: "It is gone, with its versions.", json: done } },
  refusals: { 404: UNKNOWN_FEATURE, 409: `${STALE_FEATURE} Or events of the tracking plan are linked to it.` },
  async handle({ ctx, caller, params: { slug, featureId }, query: { version } }) {
    await deleteFeature(ctx, caller, { project: await resolveProject(ctx, caller, slug), featureId, version });
    return { json: { success: true } };
  },
});

const steps = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/steps",
  id: "listAppSteps",
  summary: "The step library, with use and drift",
  params: inProject,
  answers: { 200: { description: "Definitions that are built in and the project's own.", json: appSteps } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({
    json: await listSteps(ctx, caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

const timeline = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/runs/{runId}/timeline",
  id: "readAppTimeline",
  summary: "One attempt of a scenario, step by step",
  description: "The first scenario that did not pass unless one is named, by its name or id; its last attempt.",
  params: { ...inProject, runId: "Id of the run" },
  query: closed({
    featureId: text(200),
    scenario: text(300),
    browser: text(40),
    viewport: text(40),
    attempt: wholeNumber(1, MAX_RETRIES + 1),
  }),
  answers: { 200: { description: "The scenarios of the run, and the steps of one.", json: appTimeline } },
  refusals: { 404: "The project, the run, the scenario or the attempt is unknown." },
  async handle({ ctx, caller, params: { slug, runId }, query }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await readRunTimeline(ctx, caller, { project, runId, ...query }) };
  },
});

const heals = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/heals",
  id: "listAppHeals",
  summary: "Proposals to heal steps, newest first",
  params: inProject,
  query: closed({ status: choice(HEAL_STATUSES), limit: wholeNumber(1, MAX_HEALS), cursor: text(100) }),
  answers: { 200: { description: "A page of proposals.", json: appHeals } },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params, query }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await listHeals(ctx, caller, { project, ...query }) };
  },
});

const decide = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/heals/{healId}",
  id: "decideAppHeal",
  summary: "Accept or reject a proposal to heal a step, or undo the decision",
  description:
    "What was accepted is undone as long as nobody has changed the feature or the step definition since; what was rejected waits for a decision again.",
  params: { ...inProject, healId: "Id of the proposal" },
  body: closed({ decision: choice(["accept", "reject", "undo"]).required(), reason: text(500) }),
  bounds: "small",
  answers: { 200: { description: "The proposal as it is now.", json: appHeal } },
  refusals: {
    404: "The project or the proposal is unknown.",
    409: "Already decided, or its subject has changed: nothing was written.",
  },
  async handle({ ctx, caller, params: { slug, healId }, body }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await reviewHeal(ctx, caller, { project, healId, ...body }) };
  },
});

const recordings = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/recordings",
  id: "listAppRecordings",
  summary: "The newest recordings",
  description: "They are driven by the tools agent_start_recording, agent_recording_turn and agent_finish_recording.",
  params: inProject,
  answers: { 200: { description: "50 at most.", json: appRecordings } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({
    json: await listRecordings(ctx, caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

const recording = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/recordings/{recordingId}",
  id: "readAppRecording",
  summary: "A recording with its steps and the text that they make",
  params: { ...inProject, recordingId: "Id of the recording" },
  answers: { 200: { description: "The recording.", json: appRecording } },
  refusals: { 404: "The project or the recording is unknown." },
  async handle({ ctx, caller, params: { slug, recordingId } }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await readRecording(ctx, caller, { project, recordingId }) };
  },
});

export const appFunctionalEndpoints: EndpointArea = {
  name: "appFunctional",
  endpoints: [features, check, read, version, save, remove, steps, timeline, heals, decide, recordings, recording],
};
