// Data for the main screens: the project list, the overview, the runs.
import { RUN_STATUSES } from "../../../domain/runTypes.ts";
import { MAX_LIMIT } from "../../lib/paging.ts";
import { choice, closed, prNumberField, text, wholeNumber } from "../../lib/validate.ts";
import { frameOf } from "../../operations/projects/frame.ts";
import { overview } from "../../operations/projects/overview.ts";
import { listProjectCards } from "../../operations/projects/projectCards.ts";
import { runDetail } from "../../operations/runs/runDetail.ts";
import { runOutcome } from "../../operations/runs/runOutcome.ts";
import { type RunTableInput, runTable } from "../../operations/runs/runTable.ts";
import { appFrame, appOverview, appProjects } from "../answers/app/projects.ts";
import { appRunOutcome } from "../answers/app/runOutcome.ts";
import { appRun, appRuns } from "../answers/app/runs.ts";
import { RUN_TYPES } from "../answers/app/shared.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { actionOf } from "./actions.ts";
import { inProject, screen } from "./shared.ts";

export const paging = { limit: wholeNumber(1, MAX_LIMIT), cursor: text(200) };
export const place = { environment: text(), branch: text() };

const projects = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects",
  id: "appProjects",
  summary: "Projects with their state",
  query: closed({ limit: wholeNumber(1, 50), cursor: text(200) }),
  answers: { 200: { description: "By name, 20 a page.", json: appProjects } },
  handle: async ({ ctx, caller, query }) => ({ json: await listProjectCards(ctx, caller, query) }),
});

const projectOverview = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects/{slug}/overview",
  id: "appOverview",
  summary: "State of a project, and what needs attention",
  description: "`branch` narrows the last runs, the trends and the gate; health and release are the main branch's.",
  params: inProject,
  query: closed(place),
  answers: { 200: { description: "The overview.", json: appOverview } },
  refusals: { 404: "The project or the environment is unknown." },
  async handle({ ctx, caller, params, query }) {
    const { steps, release, ...rest } = await overview(ctx, caller, params.slug, query);
    const needsYou = steps.map(({ code, title, why, effort, gain, call }) => ({
      code,
      title,
      why,
      effort,
      gain,
      action: actionOf(call),
    }));
    const items = release.items.map(({ code, pillar, level, message, call }) => ({
      code,
      pillar,
      level,
      message,
      action: call && actionOf(call),
    }));
    return { json: { ...rest, needsYou, release: { verdict: release.verdict, items } } };
  },
});

const frame = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects/{slug}/frame",
  id: "appFrame",
  summary: "Frame of every screen of a project",
  description: "`environment` and `branch` narrow what waits for review.",
  params: inProject,
  query: closed(place),
  answers: { 200: { description: "Environments, branches, and what runs now.", json: appFrame } },
  refusals: { 404: "The project or the environment is unknown." },
  handle: async ({ ctx, caller, params, query }) => ({ json: await frameOf(ctx, caller, params.slug, query) }),
});

const runs = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects/{slug}/runs",
  id: "appRuns",
  summary: "The runs of a project, newest first",
  description:
    "`text` is part of a branch, of a ticket's key, of an environment or of who started it, the beginning of a commit, a run's id, or the number of a pull request. Parts of full audits are hidden unless `parts` is 1.",
  params: inProject,
  query: closed({
    ...paging,
    ...place,
    type: choice(RUN_TYPES),
    status: choice(RUN_STATUSES),
    verdict: choice(["pass", "fail"]),
    prNumber: prNumberField(),
    text: text(100),
    parts: wholeNumber(0, 1),
  }),
  answers: { 200: { description: "A page of runs.", json: appRuns } },
  refusals: { 404: "The project or the environment is unknown." },
  handle: async ({ ctx, caller, params, query: { parts, ...query } }) => ({
    json: await runTable(ctx, caller, params.slug, { ...query, parts: parts === 1 } as RunTableInput),
  }),
});

const run = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/runs/{runId}",
  id: "appRun",
  summary: "One run: status, error and timeline",
  params: { runId: "Id of the run" },
  answers: { 200: { description: "The run.", json: appRun } },
  refusals: { 404: "The run is unknown." },
  handle: async ({ ctx, caller, params }) => ({ json: await runDetail(ctx, caller, params.runId) }),
});

const outcome = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/runs/{runId}/outcome",
  id: "appRunOutcome",
  summary: "What a run found: its score, and its problems",
  description:
    "The worst problems first, 12 unless `limit` says more; of visual tests each change once with its screenshot, of a run that has not ended what is known so far. The parts of a full audit have outcomes of their own.",
  params: { runId: "Id of the run" },
  query: closed({ limit: wholeNumber(1, 100) }),
  answers: { 200: { description: "The outcome.", json: appRunOutcome } },
  refusals: { 404: "The run is unknown." },
  handle: async ({ ctx, caller, params, query }) => ({ json: await runOutcome(ctx, caller, { ...params, ...query }) }),
});

export const appScreenEndpoints: EndpointArea = {
  name: "appScreens",
  endpoints: [projects, frame, projectOverview, runs, run, outcome],
};
