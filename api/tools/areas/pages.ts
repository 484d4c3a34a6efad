// Tools for inspecting one page.
import { array, boolean, number, object, string } from "yup";
import { SEVERITIES } from "../../../domain/audit/finding.ts";
import { HAS_METRICS, PILLAR_NAME, PILLAR_PARTS, PILLARS } from "../../../domain/audit/pillars.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { asHint, nearest } from "../../../domain/nearest.ts";
import { readablePercent } from "../../../domain/visual/percent.ts";
import { COMPARISON_MODES, VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { pageHealth } from "../../operations/audits/pageHealth.ts";
import { inspectPage } from "../../operations/projects/inspectPage.ts";
import { suggestScenario } from "../../operations/scenarios/suggestScenario.ts";
import { boxData, listData, rowsData } from "../answers.ts";
import { described, environmentArg, projectArg, verboseArg, viewportArg } from "../args.ts";
import { explainOf, next, startOf } from "../next.ts";
import { oneLine, plural, quotedText, reasonText } from "../sentences.ts";
import { type AnyTool, defineTool, type NextAction } from "../tool.ts";

const urlArg = () => described(requiredText(2_000), "On the project's site: absolute, or a path");
const severityCounts = () => object(Object.fromEntries(SEVERITIES.map((severity) => [severity, number().required()])));

const elementShape = {
  role: string().defined(),
  name: string().defined(),
  selector: string().required(),
  visible: boolean().required(),
  disabled: boolean(),
  href: string(),
  inShadow: boolean(),
};
const seenShape = { url: string().required(), finalUrl: string().required(), status: number().required() };
const namedElements = () =>
  rowsData({ role: string().defined(), name: string().defined(), selector: string().required() });

const inspectPageDom = defineTool({
  name: "inspect_page_dom",
  title: "What is on a page",
  description:
    "Opens a page of the site and lists landmarks, headings, forms and controls with selectors that match one element each. Call it before you write selectors; within reads one part of it; find_element_on_page finds one element.",
  intent: {
    does: "what a page consists of",
    when: [["inspect", "page"], ["inspect"]],
    not: ["find"],
    hints: ["url"],
  },
  area: "pages",
  profile: "full",
  mutating: false,
  openWorld: true,
  pageText: ["title", "landmarks", "headings", "forms", "elements"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    url: urlArg(),
    viewport: viewportArg(),
    within: described(text(1_000), "CSS selector of a part"),
    elements: described(wholeNumber(1, 200), "Maximum controls listed; default 50"),
  },
  data: object({
    ...seenShape,
    title: string().defined(),
    lang: string().defined(),
    landmarks: namedElements(),
    headings: rowsData({ level: number().required(), text: string().defined(), selector: string().required() }),
    forms: rowsData({
      name: string().defined(),
      selector: string().required(),
      method: string().required(),
      action: string().defined(),
      fields: rowsData({
        label: string().defined(),
        type: string().required(),
        selector: string().required(),
        required: boolean().required(),
        options: array().of(string().defined()),
      }),
      submit: string().nullable().defined(),
    }),
    elements: rowsData(elementShape),
    totals: object({
      landmarks: number().required(),
      headings: number().required(),
      forms: number().required(),
      elements: number().required(),
      hidden: number().required(),
    }),
  }),
  example: { url: "/" },
  async run({ ctx, caller, project, environment, signal }, { url, viewport, within, elements: limit = 50 }) {
    const wish = { within: within ?? null, limit };
    const seen = await inspectPage(ctx, caller, { project, environment, url, viewport, what: "dom", wish, signal });
    const { finalUrl, status, data } = seen;
    if (data === null)
      throw new ProductError(
        "not_found",
        `Nothing on ${seen.url} matches ${within}, or it is not CSS. Call it without within to see the whole page.`,
      );
    const { totals, elements } = data;
    const cut = totals.elements - elements.length;
    const here = { project, environment };
    return {
      summary: oneLine(
        `${data.title ? quotedText(data.title) : seen.url}: ${plural(totals.headings, "heading")}, ${plural(totals.forms, "form")}, ${plural(totals.elements, "control")}${totals.hidden > 0 ? `, ${totals.hidden} of them hidden` : ""}.`,
      ),
      data: { url: seen.url, finalUrl, status, ...data },
      warnings: [
        ...seen.warnings,
        ...(cut > 0
          ? [`${plural(cut, "more control")} not listed: name a part by within, or ask for more elements.`]
          : []),
      ],
      nextActions: [
        ...data.landmarks
          .filter(({ role }) => cut > 0 && role === "main" && within === undefined)
          .map(({ selector }) =>
            next(here, "Read the main part alone", "inspect_page_dom", { url, within: selector, ...on(viewport) }),
          ),
        next(here, "Propose a visual test of the page", "suggest_scenario", { url }),
      ],
    };
  },
});

const on = (viewport: string | undefined) => (viewport === undefined ? {} : { viewport });

const NO_MORE = 20;

const findElementOnPage = defineTool({
  name: "find_element_on_page",
  title: "Find an element",
  description:
    "Finds elements of a page by text, role or selector: best selector, alternatives, box, and whether it is visible. Use it to check a selector before a rule or a scenario takes it.",
  intent: {
    does: "selectors of an element",
    when: [["find", "inspect"]],
    hints: ["url"],
  },
  area: "pages",
  profile: "full",
  mutating: false,
  openWorld: true,
  pageText: ["matches", "nearest"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    url: urlArg(),
    text: described(text(200), "Its text or name"),
    role: described(text(40), "ARIA role, such as button"),
    selector: described(text(1_000), "CSS"),
    viewport: viewportArg(),
  },
  data: object({
    ...seenShape,
    total: number().required(),
    matches: rowsData({
      ...elementShape,
      tag: string().required(),
      text: string().defined(),
      alternatives: listData(string().required()),
      box: boxData().nullable().default(undefined).defined(),
      score: number().required(),
    }),
    nearest: listData(string().required()),
  }),
  example: { url: "/", text: "Add to cart" },
  async run({ ctx, caller, project, environment, signal }, { url, text: words, role, selector, viewport }) {
    if (!words?.trim() && !role?.trim() && !selector?.trim()) refuse("text", "text, role or selector is required.");
    const wish = {
      text: words?.trim() || null,
      role: role?.trim().toLowerCase() || null,
      selector: selector?.trim() || null,
      limit: NO_MORE,
    };
    const seen = await inspectPage(ctx, caller, { project, environment, url, viewport, what: "find", wish, signal });
    const { total, matches, names, invalidSelector } = seen.data;
    if (invalidSelector) refuse("selector", `selector ${selector} is not CSS that a browser understands.`);
    const close = matches.length === 0 && wish.text ? nearest(wish.text, names, 5) : [];
    const { finalUrl, status } = seen;
    const [best] = matches;
    const hint = asHint(close);
    const here = { project, environment };
    const same = { url, ...on(viewport) };
    return {
      summary: oneLine(
        best
          ? `${plural(total, "element")}; the best: ${best.role} ${quotedText(best.name)} at ${reasonText(best.selector, 120)}${best.visible ? "" : ", which is not visible"}.`
          : `Nothing on ${seen.url} fits.${hint}`,
      ),
      data: { url: seen.url, finalUrl, status, total, matches, nearest: close },
      warnings: [
        ...seen.warnings,
        ...(selector && total > 1
          ? [`${selector} matches ${total} elements; the selectors listed match one each.`]
          : []),
        ...(total > matches.length
          ? [`The best ${matches.length} of ${total} are listed: use another text, role or selector for the others.`]
          : []),
      ],
      nextActions: [
        ...close
          .slice(0, 2)
          .map((name) => next(here, `Find ${quotedText(name)}`, "find_element_on_page", { ...same, text: name })),
        ...(best ? [] : [next(here, "See what is there", "inspect_page_dom", same)]),
      ],
    };
  },
});

function refuse(path: string, message: string): never {
  throw fieldError(path, message);
}

const suggestScenarioTool = defineTool({
  name: "suggest_scenario",
  title: "Suggest a scenario",
  description:
    "Visits a page three times, finds what changes on every load, and proposes a visual test with reasons: label, viewports, delay, selectors, rules. Takes up to two minutes and creates nothing; then create_scenario.",
  intent: {
    does: "a scenario for one address",
    when: [["suggest", "scenario"], ["suggest"]],
    hints: ["url"],
  },
  area: "pages",
  profile: "full",
  mutating: false,
  openWorld: true,
  pageText: ["scenario", "rules", "remarks"],
  args: { project: projectArg(), environment: environmentArg(), url: urlArg() },
  data: object({
    scenario: object({
      label: string().required(),
      url: string().required(),
      viewports: listData(string().oneOf(VIEWPORT_NAMES).required()),
      delay: number().required(),
      readySelector: string().nullable().defined(),
      dismissSelectors: listData(string().required()),
      hideSelectors: listData(string().required()),
    }),
    rules: rowsData({
      selector: string().required(),
      mode: string().oneOf(COMPARISON_MODES).required(),
      reason: string().required(),
    }),
    reasons: rowsData({ field: string().required(), reason: string().required() }),
    remarks: listData(string().required()),
    mismatchPercent: number().nullable().defined(),
    existing: string().nullable().defined(),
  }),
  example: { url: "/" },
  async run({ ctx, caller, project, environment, signal }, { url }) {
    const { warnings, ...data } = await suggestScenario(ctx, caller, { project, environment, url, signal });
    const { scenario, rules, existing, mismatchPercent } = data;
    const { label, delay, viewports, readySelector, dismissSelectors, hideSelectors } = scenario;
    const moves =
      mismatchPercent === null
        ? ""
        : mismatchPercent === 0
          ? " Two captures were equal."
          : ` Two captures differed by ${readablePercent(mismatchPercent)}.`;
    const here = { project, environment };
    const settings = {
      ...(delay > 0 ? { delay } : {}),
      ...(readySelector === null ? {} : { readySelector }),
      ...(dismissSelectors.length > 0 ? { dismissSelectors } : {}),
      ...(hideSelectors.length > 0 ? { hideSelectors } : {}),
    };
    return {
      summary: oneLine(
        `${quotedText(label)}: ${viewports.join(", ")}, ${plural(rules.length, "rule")} for what moves.${moves}`,
      ),
      data,
      warnings,
      // Rules need an existing scenario, so they come after it.
      nextActions:
        existing === null
          ? [
              next(here, `Create the scenario ${quotedText(label)}`, "create_scenario", {
                label,
                url: scenario.url,
                viewports,
                ...settings,
              }),
            ]
          : rules
              .slice(0, 4)
              .map(({ selector, mode }) =>
                next(
                  here,
                  `${mode === "ignore" ? "Leave out" : "Tolerate changes in"} ${selector}`,
                  "create_comparison_rule",
                  { scenarioLabel: existing, selector, mode },
                ),
              ),
    };
  },
});

const WORST = 5;
/** Maximum number of the page's visual results listed; a scenario can have very many parts. */
const PICTURES = 50;

const getPageHealth = defineTool({
  name: "get_page_health",
  title: "Health of a page",
  description:
    "One page across all pillars: latest results, findings by severity, speed, screenshots, scenarios and trend. Give url or scenarioLabel; then get_pillar_report for one pillar, or get_diff_stats for a screenshot.",
  intent: {
    does: "one page over all pillars",
    when: [["health", "page"]],
    hints: ["url"],
  },
  area: "pages",
  profile: "full",
  mutating: false,
  pageText: ["worst", "visual[].reason", "functional[].reason"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    url: described(text(2_000), "On the project's site: absolute, or a path"),
    scenarioLabel: described(text(200), "Instead of url"),
    verbose: verboseArg(),
  },
  data: object({
    page: string().required(),
    scenarioLabels: listData(string().required()),
    pillars: rowsData({
      pillar: string().oneOf(PILLARS).required(),
      status: string().oneOf(["passed", "failed", "not_measured", "never"]).required(),
      runId: string().nullable().defined(),
      at: string().nullable().defined(),
      score: number().nullable().defined(),
      reason: string().nullable().defined(),
      trend: object({ direction: string().required(), sentence: string().required() }),
      findings: severityCounts().default(undefined),
      metrics: object().default(undefined),
    }),
    visual: rowsData({
      scenarioLabel: string().required(),
      viewport: string().required(),
      browser: string().required(),
      status: string().required(),
      mismatchPercent: number().nullable().defined(),
      reason: string().nullable().defined(),
    }),
    functional: rowsData({
      featureId: string().required(),
      scenario: string().required(),
      viewport: string().required(),
      browser: string().required(),
      status: string().required(),
      flaky: boolean().required(),
      reason: string().nullable().defined(),
    }),
    worst: rowsData({
      pillar: string().required(),
      rule: string().required(),
      severity: string().oneOf(SEVERITIES).required(),
      target: string().defined(),
      message: string().required(),
      new: boolean().nullable().defined(),
    }),
  }),
  example: { url: "/" },
  async run({ ctx, caller, project, environment }, { url, scenarioLabel, verbose = false }) {
    const limit = verbose ? 50 : WORST;
    const health = await pageHealth(ctx, caller, { project, environment, url, scenarioLabel, limit });
    const pillars = health.pillars.map((one) => {
      if (!("metrics" in one) || verbose) return one;
      // For the other pillars, the findings say more than the metrics.
      const { metrics, ...rest } = one;
      return HAS_METRICS[one.pillar] ? { ...rest, metrics } : rest;
    });
    /** Returns what is listed: with `verbose` everything, otherwise what somebody should act on. */
    const listed = <T extends { setAside: boolean }>(all: readonly T[], isBad: (one: T) => boolean) =>
      all.filter((one) => verbose || (isBad(one) && !one.setAside)).map(({ setAside: _, ...one }) => one);
    const results = listed(health.visual, ({ status }) => status === "failed" || status === "error");
    const visual = results.slice(0, PICTURES);
    const journeys = listed(health.functional, ({ status, flaky }) => status !== "passed" || flaky);
    const functional = journeys.slice(0, PICTURES);
    const found = pillars.flatMap((one) => ("findings" in one ? Object.values(one.findings) : []));
    const unlisted = found.reduce((sum, count) => sum + count, 0) - health.worst.length;
    const bad = pillars.filter(({ status }) => status === "failed");
    const known = pillars.filter(({ status }) => status !== "never");
    const picture = health.visual.find(({ status, setAside }) => status === "failed" && !setAside);
    const run = pillars.find(({ pillar }) => PILLAR_PARTS[pillar] === "shots")?.runId;
    const here = { project, environment };
    const calls: NextAction[] = bad
      .filter(({ pillar }) => PILLAR_PARTS[pillar] !== "shots")
      .slice(0, 3)
      .map(({ pillar, runId }) =>
        PILLAR_PARTS[pillar] === "scenarios" && runId
          ? explainOf(here, runId)
          : next(here, `Findings of ${PILLAR_NAME[pillar]}`, "get_pillar_report", { pillar, ...(runId && { runId }) }),
      );
    if (picture && run) {
      const { scenarioLabel: label, viewport, browser } = picture;
      calls.push(
        next(here, `Figures of ${quotedText(label)} on ${viewport}`, "get_diff_stats", {
          scenarioLabel: label,
          viewport,
          browser,
          runId: run,
        }),
      );
    }
    if (known.length === 0) calls.push(startOf(here, null, "Audit everything once"));
    const cut = (sentence: string) => oneLine(sentence, verbose ? 600 : 240);
    return {
      summary: oneLine(
        known.length === 0
          ? `${health.page} was not tested in the last 30 days.`
          : `${health.page}: ${bad.length === 0 ? "nothing failed" : `${bad.map(({ pillar }) => PILLAR_NAME[pillar]).join(", ")} failed`} in the latest results of ${plural(known.length, "pillar")}.`,
      ),
      data: {
        page: health.page,
        scenarioLabels: health.scenarioLabels.slice(0, 50),
        pillars: pillars.map((one) => ({ ...one, reason: one.reason === null ? null : cut(one.reason) })),
        functional: functional.map((one) => ({ ...one, reason: one.reason === null ? null : cut(one.reason) })),
        visual: visual.map((one) => ({ ...one, reason: one.reason === null ? null : cut(one.reason) })),
        worst: health.worst.map(({ help, ...finding }) => ({
          ...finding,
          target: finding.target.slice(0, 300),
          message: cut(finding.message),
          ...(verbose ? { help } : {}),
        })),
      },
      warnings: [
        ...(results.length > visual.length
          ? [
              `${plural(results.length - visual.length, "more screenshot")} not listed: get_run_failures has all that failed.`,
            ]
          : []),
        ...(journeys.length > functional.length
          ? [
              `${plural(journeys.length - functional.length, "more scenario")} not listed: frt_explain_failure names those that failed.`,
            ]
          : []),
        ...(unlisted > 0
          ? [`${plural(unlisted, "more finding")} not listed: get_pillar_report pages through those of a pillar.`]
          : []),
      ],
      nextActions: calls,
    };
  },
});

export const pageTools: readonly AnyTool[] = [inspectPageDom, findElementOnPage, suggestScenarioTool, getPageHealth];
