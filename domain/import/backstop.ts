// Converts a BackstopJS configuration into scenarios. Everything that is not imported is listed with its path and the reason.
//
// hideSelectors and removeSelectors stay on the scenario: both products apply them in the page before the capture, so the screenshot is the
// same. A rule of mode `ignore` would show the element and could not keep a removed one from moving the page.
import { ValidationError } from "yup";
import { type Fields, fieldsOf, isFields } from "../fields.ts";
import { judgeAddress } from "../net/pageAddress.ts";
import { truncate } from "../text.ts";
import { NO_TOLERANCE, VIEWPORT_NAMES, type ViewportName } from "../visual/shot.ts";
import { isUnset, leftOut, type Place } from "./backstopFields.ts";
import { createReader, type Reader } from "./backstopReader.ts";
import { stepsOf } from "./backstopSteps.ts";
import { type BackstopViewport, chooseSizes, viewportNames } from "./backstopViewports.ts";
import { at, type LeftOutKind } from "./leftOut.ts";
import { type FieldProblem, problemsOf, refused } from "./problems.ts";
import { MAX_SCENARIOS, scenarioShape } from "./scenarioShape.ts";
import type { ImportedScenario, LeftOut, ScenarioImport } from "./types.ts";

/** Fields that are imported, or handled by name below. */
const CONFIG_KNOWN = [
  "$schema",
  "scenarios",
  "viewports",
  "scenarioDefaults",
  "engineOptions",
  "misMatchThreshold",
  "requireSameDimensions",
];
const SCENARIO_KNOWN = [
  "label",
  "url",
  "viewports",
  "selectors",
  "delay",
  "readySelector",
  "misMatchThreshold",
  "requireSameDimensions",
  "hideSelectors",
  "removeSelectors",
  "scrollToSelector",
  "postInteractionWait",
  "hoverSelector",
  "hoverSelectors",
  "clickSelector",
  "clickSelectors",
  "keyPressSelector",
  "keyPressSelectors",
];

const VIEWPORT_KNOWN = ["label", "name", "width", "height"];

/** `document` and its old name mean the whole page; `viewport` has no counterpart and also becomes the whole page. */
const WHOLE = ["document", "body:noclip", "viewport"];

type Work = Record<LeftOutKind, LeftOut[]> & { read: Reader; warnings: string[]; viewports: BackstopViewport[] };

/** Throws ProductError `validation_error` with the path of every invalid field. */
export function parseBackstop(config: Fields): ScenarioImport {
  const work: Work = { read: createReader(), needsYou: [], noMeaning: [], warnings: [], viewports: [] };
  const { read } = work;
  const list: unknown[] = Array.isArray(config.scenarios) ? config.scenarios : [];
  if (!Array.isArray(config.scenarios)) read.problem("scenarios", "must be a list");
  if (list.length > MAX_SCENARIOS) read.problem("scenarios", `must have at most ${MAX_SCENARIOS} entries`);
  const common = read.viewports(config.viewports, "viewports");
  const { viewports: inherited, ...defaults } = fieldsOf(config.scenarioDefaults);
  work.viewports.push(...read.viewports(inherited, "scenarioDefaults.viewports"));
  const usual = work.viewports.length > 0 ? [...work.viewports] : common;
  const chosen = read.number(config, "", "misMatchThreshold", 0, 100);
  const threshold = chosen ?? NO_TOLERANCE;

  listLeftOut(config, "", { place: "config", known: CONFIG_KNOWN }, work);
  listLeftOut(defaults, "scenarioDefaults", { place: "scenario", known: SCENARIO_KNOWN }, work);
  listNested(config, "", work);
  listNested(config.scenarioDefaults, "scenarioDefaults", work);

  const scenarios = list.flatMap((entry, i) => {
    const path = `scenarios[${i}]`;
    if (!isFields(entry)) {
      read.problem(path, "must be an object");
      return [];
    }
    listLeftOut(entry, path, { place: "scenario", known: SCENARIO_KNOWN }, work);
    listNested(entry, path, work);
    return readScenario({ ...defaults, ...entry }, path, { usual, threshold }, work);
  });
  if (chosen === null && scenarios.some(({ scenario }) => scenario.misMatchThreshold === NO_TOLERANCE))
    work.warnings.push(
      "misMatchThreshold is not set, so every change counts here; BackstopJS allows 0.1 % of the pixels to differ.",
    );
  nameApart(scenarios, work);
  if (read.problems.length > 0) throw refused("The BackstopJS configuration is invalid", read.problems);

  const sizes = chooseSizes(common, work.viewports);
  return {
    format: "backstopjs",
    scenarios: scenarios.map((s) => s.scenario),
    comparisonRules: [],
    contentRules: [],
    viewports: sizes.sizes,
    needsYou: [...work.needsYou, ...sizes.needsYou],
    noMeaning: work.noMeaning,
    warnings: [...sizes.warnings, ...work.warnings],
  };
}

function readScenario(
  from: Fields,
  path: string,
  config: { usual: BackstopViewport[]; threshold: number },
  work: Work,
): { path: string; scenario: ImportedScenario }[] {
  const { read } = work;
  const label = read.text(from, path, "label");
  const url = read.text(from, path, "url");
  if (label === "") read.problem(`${path}.label`, "must be a text of 1 to 200 characters");
  if (url === "") read.problem(`${path}.url`, "must be the address of a page");
  else if (isNoPage(url)) {
    work.needsYou.push({
      path: `${path}.url`,
      reason: "only http and https pages are visited; the scenario is skipped",
    });
    return [];
  }
  // BackstopJS interprets these as file paths on the machine that it runs on.
  if (/^[./]/.test(url)) work.warnings.push(`${path}.url: "${url}" is taken as relative to the environment's address.`);

  const own = read.viewports(from.viewports, `${path}.viewports`);
  work.viewports.push(...own);
  const names = viewportNames(own.length > 0 ? own : config.usual);
  const viewports: ViewportName[] = names.length > 0 ? names : [...VIEWPORT_NAMES];

  const scenario: ImportedScenario = {
    label,
    url,
    selectors: selectorsOf(read.texts(from, path, "selectors"), path, work),
    viewports,
    delay: read.milliseconds(from.delay, `${path}.delay`),
    misMatchThreshold: read.number(from, path, "misMatchThreshold", 0, 100) ?? config.threshold,
    readySelector: read.text(from, path, "readySelector") || null,
    hideSelectors: read.texts(from, path, "hideSelectors"),
    removeSelectors: read.texts(from, path, "removeSelectors"),
    steps: stepsOf(from, path, read),
  };
  // The limits on lengths and numbers are those of any scenario. A field that is already reported is not reported again.
  for (const p of shapeProblems(scenario))
    if (!read.problems.some((known) => known.path.startsWith(`${path}.${p.path}`)))
      read.problem(`${path}.${p.path}`, p.message);
  return [{ path, scenario }];
}

/** Credentials and stray characters are problems to fix; a file or a mail address is not a page at all. */
function isNoPage(url: string): boolean {
  const { fault } = judgeAddress(url, "http://environment.invalid/");
  return fault === "scheme" || fault === "malformed";
}

function shapeProblems(scenario: ImportedScenario): FieldProblem[] {
  try {
    scenarioShape.validateSync(scenario, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return problemsOf(error);
    throw error;
  }
}

/** Without selectors, the whole document. Beside other selectors the whole document is `html`, the element that is as large as the page. */
function selectorsOf(selectors: string[], path: string, work: Work): string[] {
  selectors.forEach((selector, i) => {
    if (selector === "viewport")
      work.needsYou.push({
        path: `${path}.selectors[${i}]`,
        reason: "the whole document is captured, not only the visible part; name a part of the page in selectors",
      });
  });
  const parts = selectors.filter((s) => !WHOLE.includes(s));
  if (parts.length === 0) return [];
  return parts.length === selectors.length ? [...new Set(parts)] : [...new Set(["html", ...parts])];
}

/** BackstopJS identifies scenarios by their index, Plumbline by their label. */
function nameApart(scenarios: readonly { path: string; scenario: ImportedScenario }[], work: Work): void {
  const taken = new Set(scenarios.map(({ scenario }) => scenario.label));
  const met = new Set<string>();
  for (const { path, scenario } of scenarios) {
    const { label } = scenario;
    if (met.has(label)) {
      const stem = truncate(label, 190);
      let n = 2;
      while (taken.has(`${stem} (${n})`)) n++;
      scenario.label = `${stem} (${n})`;
      taken.add(scenario.label);
      work.warnings.push(
        `${path}.label: another scenario has the label "${label}"; this one became "${scenario.label}".`,
      );
    }
    met.add(label);
  }
}

type Table = { place: Place; known: readonly string[] };

function listLeftOut(from: Fields, path: string, { place, known }: Table, work: Work): void {
  for (const [key, value] of Object.entries(from)) {
    const where = at(path, key);
    if (key === "requireSameDimensions" && value === false)
      work.needsYou.push({
        path: where,
        reason: "a screenshot of a different size fails as size_changed; set a content rule for what changes its size",
      });
    if (known.includes(key) || isUnset(value) || saysNothing(from, key, value)) continue;
    const { kind, reason } = leftOut(place, key, value);
    work[kind].push({ path: where, reason });
  }
}

/** Fields of BackstopJS' own template that have no effect: no expected number, and nothing to expand. */
function saysNothing(from: Fields, key: string, value: unknown): boolean {
  if (key === "expect") return value === 0;
  return key === "selectorExpansion" && isUnset(from.selectors);
}

/** Lists each of the browser's options, and each field of a viewport besides its size. */
function listNested(from: unknown, path: string, work: Work): void {
  if (!isFields(from)) return;
  if (path === "" && isFields(from.engineOptions))
    listLeftOut(from.engineOptions, "engineOptions", { place: "engine", known: [] }, work);
  const viewports: unknown[] = Array.isArray(from.viewports) ? from.viewports : [];
  viewports.forEach((viewport, i) => {
    if (isFields(viewport))
      listLeftOut(viewport, `${at(path, "viewports")}[${i}]`, { place: "viewport", known: VIEWPORT_KNOWN }, work);
  });
}
