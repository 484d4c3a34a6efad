// Project settings on the dashboard: thresholds, environments, bulk edits of scenarios, rules, connectors.
import { array, mixed, number } from "yup";
import { MAX_WAIT_MS } from "../../../domain/import/scenarioShape.ts";
import { VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { resolveProject } from "../../lib/access.ts";
import type { OperationContext } from "../../lib/context.ts";
import { locationOfEnvironment } from "../../lib/fields.ts";
import { choice, closed, flag, partRevField, requiredText, revField, text, wholeNumber } from "../../lib/validate.ts";
import {
  addEnvironment,
  editEnvironment,
  listEnvironmentSettings,
  removeEnvironment,
} from "../../operations/environments/editEnvironments.ts";
import { readEditableSettings, saveEditedSettings, saveProjectFacts } from "../../operations/projects/editSettings.ts";
import { readTicketSystem, setTicketSystem, type TicketSystemView } from "../../operations/projects/ticketSystem.ts";
import { removeRule } from "../../operations/rules/removeRule.ts";
import { rulesWithShare } from "../../operations/rules/rulesWithShare.ts";
import { listWideRules } from "../../operations/rules/wideRules.ts";
import { changeScenarios } from "../../operations/scenarios/changeScenarios.ts";
import { done } from "../answers/accounts.ts";
import {
  appBulk,
  appConnectors,
  appEnvironment,
  appEnvironments,
  appRules,
  appSettings,
} from "../answers/app/settings.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { retentionEndpoints } from "./retention.ts";
import { administers, edits, inProject, reads, STALE, UNKNOWN_PROJECT } from "./shared.ts";
import { wideRuleEndpoints } from "./wideRules.ts";

const UNKNOWN_ENVIRONMENT = "The project or the environment is unknown.";
const ofEnvironment = { ...inProject, environmentId: "Id of the environment" };
/** Any value; the operation checks it, because its messages never quote a value. */
const anything = () => mixed().nullable();
const MAX_AT_ONCE = 500;

const readSettings = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/settings",
  id: "readAppSettings",
  summary: "Settings of a project that differ from the defaults",
  params: inProject,
  answers: { 200: { description: "Budgets, thresholds and the gate, as far as they are set.", json: appSettings } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({
    json: await readEditableSettings(ctx, caller, { project: params.slug }),
  }),
});

const saveSettings = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/settings",
  id: "saveAppSettings",
  summary: "Replace a project's settings",
  params: inProject,
  body: closed({ settings: anything().defined(), rev: requiredText(64) }),
  bounds: "run",
  answers: { 200: { description: "The settings as they are now.", json: appSettings } },
  refusals: { 404: UNKNOWN_PROJECT, 409: STALE },
  handle: async ({ ctx, caller, params, body }) => ({
    json: await saveEditedSettings(ctx, caller, { ...body, project: params.slug }),
  }),
});

const saveProject = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/facts",
  id: "saveAppProject",
  summary: "Change a project's name, address or main branch",
  description:
    "The slug stays. Baselines stay too, each with the branch that it was approved on: after a change of the main branch it has none until one is made there.",
  params: inProject,
  body: closed({
    name: requiredText(100),
    baseUrl: requiredText(2_000),
    mainBranch: requiredText(255),
    rev: requiredText(64),
  }),
  bounds: "small",
  answers: { 200: { description: "The project as it is now.", json: appSettings } },
  refusals: { 404: UNKNOWN_PROJECT, 409: STALE },
  handle: async ({ ctx, caller, params, body }) => ({
    json: await saveProjectFacts(ctx, caller, { ...body, project: params.slug }),
  }),
});

const environments = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/environments",
  id: "listAppEnvironments",
  summary: "The environments of a project",
  params: inProject,
  answers: { 200: { description: "Oldest first; no value of an access.", json: appEnvironments } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({
    json: await listEnvironmentSettings(ctx, caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

const postEnvironment = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/environments",
  id: "addAppEnvironment",
  summary: "Create an environment",
  params: inProject,
  body: closed({
    name: requiredText(100),
    baseUrl: requiredText(2_000),
    access: anything(),
    location: locationOfEnvironment,
  }),
  bounds: "run",
  answers: { 201: { description: "The environment; its access is never shown.", json: appEnvironment } },
  refusals: { 404: UNKNOWN_PROJECT, 409: "The name is taken." },
  async handle({ ctx, caller, params, body }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await addEnvironment(ctx, caller, { ...body, project, access: body.access ?? undefined }) };
  },
});

const changeEnvironment = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/environments/{environmentId}",
  id: "changeAppEnvironment",
  summary: "Change an environment",
  description:
    "Omitted fields are not changed. With `rev`, an environment that somebody else changed first is not changed. `access` replaces all access data; null removes it. A `baseUrl` of another origin without `access` deletes the stored access and adds a warning.",
  params: ofEnvironment,
  body: closed({
    name: text(100),
    baseUrl: text(2_000),
    access: anything(),
    location: locationOfEnvironment,
    rev: revField(),
  }),
  bounds: "run",
  answers: { 200: { description: "The environment as it is now.", json: appEnvironment } },
  refusals: { 404: UNKNOWN_ENVIRONMENT, 409: `The name is taken. ${STALE}` },
  async handle({ ctx, caller, params: { slug, environmentId: id }, body }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await editEnvironment(ctx, caller, { ...body, project, id }) };
  },
});

const deleteEnvironment = defineEndpoint({
  ...edits,
  method: "delete",
  path: "/api/app/projects/{slug}/environments/{environmentId}",
  id: "removeAppEnvironment",
  summary: "Delete an environment",
  description: "With `rev`, an environment that somebody else changed first is not deleted.",
  params: ofEnvironment,
  query: closed({ rev: revField() }),
  answers: { 200: { description: "It is gone; its runs stay.", json: done } },
  refusals: { 404: UNKNOWN_ENVIRONMENT, 409: `The others compare against its baselines. ${STALE}` },
  async handle({ ctx, caller, params: { slug, environmentId: id }, query: { rev } }) {
    await removeEnvironment(ctx, caller, { project: await resolveProject(ctx, caller, slug), id, rev });
    return { json: { success: true } };
  },
});

const bulk = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/scenarios/bulk",
  id: "changeAppScenarios",
  summary: "Edit or delete several scenarios",
  description:
    "Deleting takes their rules along; their baselines and results stay in the runs. With `revs`, nothing is changed if somebody else changed one of them first, unless it already is as wanted.",
  params: inProject,
  body: closed({
    ids: array().of(requiredText(100)).min(1).max(MAX_AT_ONCE).required(),
    revs: array()
      .of(revField().required())
      .max(MAX_AT_ONCE)
      .meta({ description: "Revisions of `ids`, in the same order" }),
    change: closed({
      viewports: array().of(choice(VIEWPORT_NAMES).required()).min(1).max(VIEWPORT_NAMES.length),
      delay: wholeNumber(0, MAX_WAIT_MS),
      misMatchThreshold: number().min(0).max(100),
      modes: array().of(requiredText(40)).max(40),
    }).default(undefined),
    remove: flag(),
  }),
  bounds: "run",
  answers: { 200: { description: "How many.", json: appBulk } },
  refusals: {
    404: "The project or a scenario is unknown.",
    409: "One to delete is still named, or somebody else changed one first: `now` has all of them that are left.",
  },
  async handle({ ctx, caller, params, body }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: { success: true, ...(await changeScenarios(ctx, caller, { project, ...body })) } };
  },
});

const rules = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/rules",
  id: "listAppRules",
  summary: "The rules of a project, by scenario and selector",
  params: inProject,
  answers: { 200: { description: "Comparison rules, then content rules.", json: appRules } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({
    json: {
      rules: await rulesWithShare(ctx, caller, params.slug),
      wide: await listWideRules(ctx, caller, { project: params.slug }),
    },
  }),
});

const dropRule = defineEndpoint({
  ...edits,
  method: "delete",
  path: "/api/app/projects/{slug}/rules/{ruleId}",
  id: "removeAppRule",
  summary: "Delete a rule",
  params: { ...inProject, ruleId: "Id of the rule" },
  query: closed({ before: text(1_000) }),
  answers: { 200: { description: "The next run is without it.", json: done } },
  refusals: {
    404: "The project or the rule is unknown.",
    409: "`before` was sent, and the rule for several scenarios has another value: `now`.",
  },
  async handle({ ctx, caller, params: { slug, ruleId }, query: { before } }) {
    await removeRule(ctx, caller, { project: slug, rule: ruleId }, before);
    return { json: { success: true } };
  },
});

const connectorsOf = (
  { config: { githubToken, gitlabToken } }: Pick<OperationContext, "config">,
  tickets: TicketSystemView,
) => ({ ...tickets, codeHosts: { github: githubToken !== null, gitlab: gitlabToken !== null } });

const connectors = defineEndpoint({
  ...administers,
  method: "get",
  path: "/api/app/projects/{slug}/connectors",
  id: "readAppConnectors",
  summary: "The ticket system of a project, and code hosts",
  params: inProject,
  answers: { 200: { description: "Without tokens.", json: appConnectors } },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params }) {
    return { json: connectorsOf(ctx, await readTicketSystem(ctx, caller, { project: params.slug })) };
  },
});

const setTickets = defineEndpoint({
  ...administers,
  method: "post",
  path: "/api/app/projects/{slug}/connectors/tickets",
  id: "setAppTickets",
  summary: "Connect a ticket system, or disconnect it",
  description:
    "`system` null takes it away. The token comes in here and is never shown. With `rev`, a ticket system that somebody else changed first is not changed.",
  params: inProject,
  body: closed({ system: anything().defined(), rev: partRevField() }),
  bounds: "small",
  answers: { 200: { description: "As it is now, without its token.", json: appConnectors } },
  refusals: { 404: UNKNOWN_PROJECT, 409: STALE },
  async handle({ ctx, caller, params, body: { system, rev } }) {
    // Resolved before the body is checked, so that an unknown project is reported first, whatever the body contains.
    const { _id: project } = await resolveProject(ctx, caller, params.slug);
    return { json: connectorsOf(ctx, await setTicketSystem(ctx, caller, { project, system, rev })) };
  },
});

export const appSettingEndpoints: EndpointArea = {
  name: "appSettings",
  endpoints: [
    readSettings,
    saveSettings,
    saveProject,
    environments,
    postEnvironment,
    changeEnvironment,
    deleteEnvironment,
    bulk,
    rules,
    dropRule,
    ...wideRuleEndpoints,
    ...retentionEndpoints,
    connectors,
    setTickets,
  ],
};
