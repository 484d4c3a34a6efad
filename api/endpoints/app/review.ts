// Visual review: results that need review, decisions and their undo, previews of rules, and the scenario screens.
import { COMPARISON_MODES } from "../../../domain/visual/shot.ts";
import { choice, closed, listOf, requiredText, wholeNumber } from "../../lib/validate.ts";
import { previewRule, shotElements } from "../../operations/rules/ruleHelp.ts";
import { appScenario, appScenarios } from "../../operations/scenarios/scenarioScreens.ts";
import { decideShots } from "../../operations/visual/decideShots.ts";
import { readReview } from "../../operations/visual/review.ts";
import {
  appDecided,
  appElements,
  appReview,
  appRulePreview,
  appScenario as scenarioAnswer,
  appScenarios as scenariosAnswer,
} from "../answers/app/review.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { editors } from "../permits.ts";
import { decisionBody, decisionOf } from "./decision.ts";
import { paging, place } from "./screens.ts";
import { inProject, screen } from "./shared.ts";

const params = { runId: "Id of the run" };

const review = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/runs/{runId}/review",
  id: "appReview",
  summary: "What to review in a visual test",
  description:
    "Everything that did not pass automatically, up to 500 results per page, including approved ones, in the order of the review. The first page comes with the details of result number `at` of the run, passed ones too; without `at`, of the first that waits for review. `shots`: only these results, with their details.",
  params,
  query: closed({ ...paging, shots: listOf(requiredText(150), 100), at: wholeNumber(0, 999_999_999) }),
  answers: { 200: { description: "Groups, screenshots, regions, rules and decisions.", json: appReview } },
  refusals: { 404: "The run is unknown.", 409: "The run is not a visual test." },
  handle: async ({ ctx, caller, params: { runId }, query }) => ({
    json: await readReview(ctx, caller, runId, { ...query, shots: query.shots?.filter((one) => one !== undefined) }),
  }),
});

const decide = defineEndpoint({
  ...screen,
  ...editors,
  method: "post",
  path: "/api/app/runs/{runId}/review",
  id: "appDecide",
  summary: "Approve, reject or ignore results, or undo a decision",
  description:
    "Each entry carries the `mark` with which its result was read: where the result or its baseline is another one by now, that entry is refused with what happened, and the others are done. `ignore`: this very difference passes here and in later runs until `end` (30 days unless given; `forever` needs a `note`); the baseline stays.",
  params,
  body: decisionBody,
  bounds: "run",
  answers: { 200: { description: "What became of each.", json: appDecided } },
  refusals: { 404: "The run is unknown.", 409: "The run is not a visual test." },
  handle: async ({ ctx, caller, params: { runId }, body }) => ({
    json: await decideShots(ctx, caller, runId, decisionOf(body)),
  }),
});

const preview = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/runs/{runId}/rule-preview",
  id: "appRulePreview",
  summary: "Preview of a comparison rule",
  description:
    "On all viewports of the scenario in this run, from stored regions and page maps. `create_comparison_rule` keeps it; its mode `full` removes it.",
  params,
  query: closed({
    scenarioLabel: requiredText(200),
    selector: requiredText(1_000),
    mode: choice(COMPARISON_MODES).required(),
  }),
  answers: { 200: { description: "Its effect on each result.", json: appRulePreview } },
  refusals: { 404: "The run, or the scenario in it, is unknown.", 409: "The run is not a visual test." },
  handle: async ({ ctx, caller, params: { runId }, query }) => ({ json: await previewRule(ctx, caller, runId, query) }),
});

const elements = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/shots/{shotId}/elements",
  id: "appShotElements",
  summary: "The visible elements of a screenshot, to which a drawn box snaps",
  params: { shotId: "Id of the result" },
  query: closed({ side: choice(["test", "baseline"]) }),
  answers: { 200: { description: "In the order of the document.", json: appElements } },
  refusals: { 404: "The result is unknown." },
  handle: async ({ ctx, caller, params: { shotId }, query }) => ({
    json: await shotElements(ctx, caller, shotId, query.side ?? "test"),
  }),
});

const scenarios = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects/{slug}/scenarios",
  id: "appScenarios",
  summary: "The scenarios of a project, with screenshots",
  params: inProject,
  query: closed({ ...paging, ...place }),
  answers: { 200: { description: "By label.", json: scenariosAnswer } },
  refusals: { 404: "The project or the environment is unknown." },
  handle: async ({ ctx, caller, params: { slug }, query }) => ({ json: await appScenarios(ctx, caller, slug, query) }),
});

const scenario = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/projects/{slug}/scenarios/{label}",
  id: "appScenario",
  summary: "One scenario: screenshots, history, rules, stability",
  params: { ...inProject, label: "Label of the scenario" },
  query: closed(place),
  answers: { 200: { description: "The scenario.", json: scenarioAnswer } },
  refusals: { 404: "The project, the environment or the scenario is unknown." },
  handle: async ({ ctx, caller, params: { slug, label }, query }) => ({
    json: await appScenario(ctx, caller, slug, label, query),
  }),
});

export const appReviewEndpoints: EndpointArea = {
  name: "appReview",
  endpoints: [review, decide, preview, elements, scenarios, scenario],
};
