// Scenarios: creating them, and their current state.
import { array, number, object, string } from "yup";
import { given } from "../../../../domain/given.ts";
import { MAX_WAIT_MS } from "../../../../domain/import/scenarioShape.ts";
import { resolveScenarioUrl } from "../../../../domain/visual/scenarioUrl.ts";
import { VIEWPORT_NAMES } from "../../../../domain/visual/shot.ts";
import { modeField } from "../../../../domain/visual/viewWords.ts";
import { WIDE_KINDS } from "../../../../domain/visual/wideRules/wideRule.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { amount, flag, listOf, requiredText, text, wholeNumber } from "../../../lib/validate.ts";
import { createTestedScenario } from "../../../operations/scenarios/createTestedScenario.ts";
import { isCapturable } from "../../../operations/scenarios/isCapturable.ts";
import { readScenarioDetails } from "../../../operations/scenarios/scenarioDetails.ts";
import { listScenarioStates, type ScenarioState } from "../../../operations/scenarios/scenarioStates.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, labelArg, pagingArgs, projectArg, verboseArg, viewportsArg } from "../../args.ts";
import { captureOf, next, waitFor } from "../../next.ts";
import { listContinues, oneLine, plural, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

const baselinesData = object({
  state: string().oneOf(["complete", "partial", "none"]).required(),
  have: number().required(),
  of: number().required(),
});
const lastTestData = object({
  runId: string().required(),
  verdict: string().oneOf(["pass", "fail"]).required(),
  passed: number().required(),
  failed: number().required(),
})
  .nullable()
  .default(undefined)
  .defined();
const viewportsData = listData(string().oneOf(VIEWPORT_NAMES).required());

const selectorList = () =>
  array()
    .of(requiredText(1_000))
    .typeError(({ path }: { path: string }) => `${path} must be a list`)
    .max(50, ({ path }: { path: string }) => `${path} must have at most 50 entries`);

const createScenario = defineTool({
  name: "create_scenario",
  title: "Create a scenario",
  description:
    "Adds a page to the visual tests and audits. With captureBaseline it answers a baselineRunId: call wait_for_run then, otherwise run_baseline.",
  intent: {
    does: "adds a page to the tests",
    when: [
      ["create", "scenario"],
      ["create", "page"],
    ],
    hints: ["url"],
  },
  area: "vrt",
  profile: "qa",
  mutating: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    label: described(requiredText(200), "Unique in the project"),
    url: described(requiredText(2_000), "Absolute, or a path on the site"),
    selectors: described(selectorList(), "Elements to capture; default: the whole page"),
    viewports: described(viewportsArg(), "Default: all"),
    delay: described(wholeNumber(0, MAX_WAIT_MS), "ms before the shot"),
    misMatchThreshold: described(
      amount().max(100, ({ path }: { path: string }) => `${path} must be at most 100`),
      "Percent that may differ; default 0",
    ),
    captureBaseline: flag(),
    readySelector: described(text(1_000), "The shot waits until it is there"),
    dismissSelectors: described(selectorList(), "Clicked away before the shot, such as a banner's button"),
    hideSelectors: described(selectorList(), "Made invisible; they keep their space"),
    removeSelectors: described(selectorList(), "Taken out of the page"),
    modes: described(listOf(requiredText(40)), "Names of the project's modes, such as dark"),
    tags: described(listOf(requiredText(40)), "Names by which rules for several scenarios apply to it"),
  },
  quiet: ["environment", "readySelector", "dismissSelectors", "hideSelectors", "removeSelectors", "modes", "tags"],
  data: object({
    scenario: object({
      id: string().required(),
      label: string().required(),
      url: string().required(),
      selectors: listData(string().required()),
      viewports: viewportsData,
      delay: number().required(),
      misMatchThreshold: number().required(),
      modes: array().of(string().required()),
      tags: array().of(string().required()),
    }),
    baselineRunId: string(),
  }),
  example: { label: "Pricing", url: "/pricing", captureBaseline: true },
  async run({ ctx, caller, project, environment }, args) {
    const { label, url, selectors, viewports, delay, misMatchThreshold, captureBaseline } = args;
    const { readySelector, dismissSelectors, hideSelectors, removeSelectors, modes, tags } = args;
    const { scenario, baselineRunId, problem } = await createTestedScenario(ctx, caller, {
      project: project._id,
      label,
      url,
      selectors,
      viewports,
      delay,
      misMatchThreshold,
      captureBaseline,
      readySelector,
      dismissSelectors,
      hideSelectors,
      removeSelectors,
      modes,
      tags,
      environment: environment?._id,
    });
    const here = { project, environment };
    return {
      summary: oneLine(
        `Scenario ${quotedText(scenario.label)} was created${baselineRunId ? `; its baselines are captured by ${baselineRunId}` : ""}.`,
      ),
      data: {
        scenario: given({
          id: scenario.id,
          label: scenario.label,
          url: scenario.url,
          selectors: scenario.selectors,
          viewports: scenario.viewports,
          delay: scenario.delay,
          misMatchThreshold: scenario.misMatchThreshold,
          modes: scenario.modes?.length ? scenario.modes : undefined,
          tags: scenario.tags?.length ? scenario.tags : undefined,
        }),
        ...(baselineRunId && { baselineRunId }),
      },
      warnings: [
        ...(problem ? [oneLine(`The baseline run could not be started: ${problem}`, 500)] : []),
        ...foreignWarning(project, scenario.url),
      ],
      nextActions: [
        baselineRunId
          ? waitFor(here, baselineRunId)
          : next(here, "Capture its baseline", "run_baseline", { scenarios: [scenario.label] }),
      ],
    };
  },
});

function foreignWarning({ baseUrl }: Project, url: string): string[] {
  const { origin } = new URL(resolveScenarioUrl(url, baseUrl, baseUrl));
  return origin === new URL(baseUrl).origin
    ? []
    : [`The address is on ${origin}, not on the project's site: every environment visits that one.`];
}

const listScenarios = defineTool({
  name: "list_scenarios",
  title: "Scenarios",
  description:
    "The project's scenarios with address, viewports, whether they have baselines, and their last verdict. Call it to learn the labels; run_baseline for those without baselines.",
  intent: {
    does: "the scenarios with their state",
    when: [["list", "scenario"], ["scenario"]],
    not: ["create", "run", "suggest", "fail"],
  },
  area: "vrt",
  profile: "qa",
  mutating: false,
  args: { project: projectArg(), environment: environmentArg(), ...pagingArgs, verbose: verboseArg() },
  data: object({
    total: number().required(),
    scenarios: rowsData({
      label: string().required(),
      url: string().required(),
      viewports: viewportsData,
      baseline: string().oneOf(["complete", "partial", "none"]).required(),
      lastVerdict: string().oneOf(["pass", "fail"]).nullable().defined(),
      source: string().oneOf(["upload"]),
      id: string(),
      selectors: array().of(string().required()),
      delay: number(),
      misMatchThreshold: number(),
      baselines: baselinesData.default(undefined),
      lastTest: lastTestData.optional(),
    }),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run({ ctx, caller, project, environment }, { limit, cursor, verbose }) {
    const { total, scenarios, nextCursor } = await listScenarioStates(ctx, caller, {
      project,
      environment,
      limit,
      cursor,
    });
    const bare = scenarios.filter(({ baselines }) => baselines.state !== "complete");
    const failing = scenarios.filter(({ lastTest }) => lastTest?.verdict === "fail").length;
    const toCapture = bare.flatMap(({ scenario }) => (isCapturable(scenario) ? [scenario.label] : []));
    const where = nextCursor || cursor ? " on this page of the list" : "";
    return {
      summary:
        total === 0
          ? "The project has no scenarios yet."
          : `${plural(total, "scenario")}; ${failing} failing and ${bare.length} without all baselines${where}.`,
      data: { total, scenarios: scenarios.map((one) => stateView(one, verbose === true)), nextCursor },
      warnings: listContinues("list_scenarios", nextCursor),
      nextActions:
        toCapture.length > 0 ? [captureOf({ project, environment }, "Capture the missing baselines", toCapture)] : [],
    };
  },
});

function stateView({ scenario, baselines, lastTest }: ScenarioState, verbose: boolean) {
  const { _id, label, url, viewports, selectors, delay, misMatchThreshold } = scenario;
  return {
    label,
    url,
    viewports,
    baseline: baselines.state,
    lastVerdict: lastTest?.verdict ?? null,
    ...(scenario.source && { source: scenario.source }),
    ...(verbose && { id: _id, selectors, delay, misMatchThreshold, baselines, lastTest }),
  };
}

const getScenarioDetails = defineTool({
  name: "get_scenario_details",
  title: "One scenario",
  description:
    "Everything about one scenario: its settings, rules, baselines with links to their screenshots, and the results of its last test. Call it before you set a rule or capture again.",
  area: "vrt",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), environment: environmentArg(), scenarioLabel: labelArg(), ...pagingArgs },
  quiet: Object.keys(pagingArgs),
  data: object({
    id: string().required(),
    label: string().required(),
    url: string().required(),
    viewports: viewportsData,
    settings: object(),
    comparisonRules: rowsData({ id: string().required(), selector: string().required(), mode: string().required() }),
    contentRules: rowsData({ id: string().required(), selector: string().required(), normalize: string().required() }),
    /** Rules for several scenarios that include this one. */
    wideRules: rowsData({
      id: string().required(),
      scope: string().required(),
      kind: string().oneOf(WIDE_KINDS).required(),
      selector: string().defined(),
      value: string().required(),
    }),
    baselines: baselinesData,
    baselinePictures: rowsData({
      viewport: string().required(),
      browser: string().required(),
      mode: string(),
      selector: string().nullable().defined(),
      branch: string().required(),
      environmentId: string().nullable().defined(),
      version: number().required(),
      updatedAt: string().required(),
      picture: string().required(),
    }),
    /** Cursor of the baseline pictures. */
    nextCursor: string().nullable().defined(),
    lastTest: lastTestData,
    lastResults: rowsData({
      viewport: string().required(),
      browser: string().required(),
      mode: string(),
      selector: string().nullable().defined(),
      status: string().required(),
      mismatchPercent: number().nullable().defined(),
    }),
  }),
  example: { scenarioLabel: "Home" },
  async run({ ctx, caller, project, environment }, { scenarioLabel, limit, cursor }) {
    const wanted = { project, environment, label: scenarioLabel, limit, cursor };
    const found = await readScenarioDetails(ctx, caller, wanted);
    const {
      scenario,
      baselines,
      lastTest,
      comparisonRules,
      contentRules,
      wideRules,
      nextCursor,
      lastResults,
      unlisted,
    } = found;
    const { _id, projectId: _p, createdAt: _c, rev: _r, label, url, viewports, ...settings } = scenario;
    const rules = comparisonRules.length + contentRules.length + wideRules.length;
    const [what, tool] =
      baselines.state === "complete" ? ["Test it", "run_vrt"] : ["Capture its baselines", "run_baseline"];
    return {
      summary: oneLine(
        `${quotedText(label)}: ${baselines.have} of ${plural(baselines.of, "baseline")}, ${plural(rules, "rule")}, last test ${lastTest?.verdict ?? "none"}.`,
      ),
      data: {
        id: _id,
        label,
        url,
        viewports,
        settings,
        baselines,
        lastTest,
        comparisonRules: comparisonRules.map(({ _id: id, selector, mode }) => ({ id, selector, mode })),
        contentRules: contentRules.map(({ _id: id, selector, normalize }) => ({ id, selector, normalize })),
        wideRules,
        baselinePictures: found.baselinePictures.map(
          ({ viewport, browser, selector, mode, branch, environmentId, version, updatedAt, picture }) => ({
            ...modeField({ mode }),
            viewport,
            browser,
            selector,
            branch,
            environmentId,
            version,
            updatedAt,
            picture,
          }),
        ),
        nextCursor,
        lastResults: lastResults.map(({ viewport, browser, selector, mode, status, mismatchPercent }) => ({
          ...modeField({ mode }),
          viewport,
          browser,
          selector: selector || null,
          status,
          mismatchPercent,
        })),
      },
      warnings:
        unlisted > 0 && lastTest
          ? [
              `${plural(unlisted, "more result")} of ${lastTest.runId} not listed; get_run_failures pages through those that failed.`,
            ]
          : [],
      nextActions: isCapturable(scenario) ? [next({ project, environment }, what, tool, { scenarios: [label] })] : [],
    };
  },
});

export const scenarioTools: readonly AnyTool[] = [createScenario, listScenarios, getScenarioDetails];
