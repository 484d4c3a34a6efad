// Handling unstable screenshots: ignored changes, flakiness, suggested rules.
import { choice, closed, listOf, requiredText, text, time } from "../../lib/validate.ts";
import { makeRestlessRules, readRestless } from "../../operations/rules/restlessRules.ts";
import { elementReach, suggestRules } from "../../operations/rules/suggestRules.ts";
import { rankFlakiness, scenarioFlakiness } from "../../operations/visual/flakiness.ts";
import { listIgnoredChanges, setIgnoredChange } from "../../operations/visual/ignoredChanges.ts";
import {
  appElementReach,
  appFlakiness,
  appFlakyScenarios,
  appIgnoredChange,
  appIgnoredChanges,
  appRestless,
  appRestlessRules,
  appSuggestions,
} from "../answers/app/steady.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { place } from "./screens.ts";
import { edits, inProject, STALE, shared } from "./shared.ts";

const run = { runId: "Id of the run" };

const ignored = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/projects/{slug}/ignored-changes",
  id: "listIgnoredChanges",
  summary: "Changes that people ignore, and those they ignored once",
  params: inProject,
  query: closed({ scenario: text(200) }),
  answers: { 200: { description: "Of the project, or of one scenario.", json: appIgnoredChanges } },
  refusals: { 404: "The project or the scenario is unknown." },
  handle: async ({ ctx, caller, params: { slug }, query }) => ({
    json: await listIgnoredChanges(ctx, caller, slug, query),
  }),
});

const setIgnored = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/ignored-changes/{ignoredId}",
  id: "setIgnoredChange",
  summary: "Stop ignoring a change, or undo that",
  description:
    "For the next runs; results that were decided stay. `stoppedAt`: of the stop that is undone, as it was answered.",
  params: { ...inProject, ignoredId: "Id of the ignored change" },
  body: closed({ state: choice(["ignored", "stopped"]).required(), stoppedAt: time() }),
  bounds: "run",
  answers: { 200: { description: "How it stands now.", json: appIgnoredChange } },
  refusals: { 404: "The project or the ignored change is unknown.", 409: STALE },
  handle: async ({ ctx, caller, params: { slug, ignoredId }, body: { state, stoppedAt } }) => ({
    json: await setIgnoredChange(ctx, caller, slug, { id: ignoredId, ignored: state === "ignored", stoppedAt }),
  }),
});

const ranking = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/projects/{slug}/flakiness",
  id: "rankFlakiness",
  summary: "The flakiest scenarios of a project",
  description:
    "Over its newest 20 tests: how often screenshots were unstable, or flipped with no change of commit and baseline.",
  params: inProject,
  query: closed(place),
  answers: { 200: { description: "The flakiest first.", json: appFlakyScenarios } },
  refusals: { 404: "The project or the environment is unknown." },
  handle: async ({ ctx, caller, params: { slug }, query }) => ({ json: await rankFlakiness(ctx, caller, slug, query) }),
});

const flakiness = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/projects/{slug}/flakiness/{label}",
  id: "scenarioFlakiness",
  summary: "How flaky a scenario is, place by place and test by test",
  params: { ...inProject, label: "Label of the scenario" },
  query: closed(place),
  answers: { 200: { description: "Over the newest 20 tests.", json: appFlakiness } },
  refusals: { 404: "The project, the environment or the scenario is unknown." },
  handle: async ({ ctx, caller, params: { slug, label }, query }) => ({
    json: await scenarioFlakiness(ctx, caller, slug, { ...query, label }),
  }),
});

const suggestions = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/shots/{shotId}/suggestions",
  id: "suggestRules",
  summary: "Rules that would settle an unstable result",
  params: { shotId: "Id of the result" },
  query: closed({}),
  answers: { 200: { description: "The surest first; none where it is stable.", json: appSuggestions } },
  refusals: { 404: "The result is unknown." },
  handle: async ({ ctx, caller, params: { shotId } }) => ({ json: await suggestRules(ctx, caller, shotId) }),
});

const reach = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/runs/{runId}/element-reach",
  id: "elementReach",
  summary: "On how many scenarios of a visual test an element is",
  params: run,
  query: closed({ selector: requiredText(1_000) }),
  answers: { 200: { description: "By one screenshot of each scenario, 60 at most.", json: appElementReach } },
  refusals: { 404: "The run is unknown.", 409: "The run is not a visual test." },
  handle: async ({ ctx, caller, params: { runId }, query }) => ({
    json: await elementReach(ctx, caller, runId, query.selector),
  }),
});

const restless = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/runs/{runId}/restless",
  id: "readRestless",
  summary: "Elements that kept changing while baselines were captured",
  params: run,
  query: closed({}),
  answers: {
    200: { description: "Those without a rule; none of a run that captures no baselines.", json: appRestless },
  },
  refusals: { 404: "The run is unknown." },
  handle: async ({ ctx, caller, params: { runId } }) => ({ json: await readRestless(ctx, caller, runId) }),
});

const makeRules = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/runs/{runId}/restless",
  id: "makeRestlessRules",
  summary: "Create rules for elements that kept changing",
  description: "One for each scenario that the element is on. Elements that have their rule by now are left out.",
  params: run,
  body: closed({ selectors: listOf(requiredText(1_000), 30).required() }),
  bounds: "run",
  answers: { 200: { description: "The rules that were made.", json: appRestlessRules } },
  refusals: { 404: "The run is unknown." },
  handle: async ({ ctx, caller, params: { runId }, body: { selectors } }) => ({
    json: await makeRestlessRules(ctx, caller, runId, { selectors: selectors.flatMap((one) => one ?? []) }),
  }),
});

export const appSteadyEndpoints: EndpointArea = {
  name: "appSteady",
  endpoints: [ignored, setIgnored, ranking, flakiness, suggestions, reach, restless, makeRules],
};
