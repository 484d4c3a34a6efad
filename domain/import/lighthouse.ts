// Converts a Lighthouse CI configuration: addresses into scenarios and their host into an environment, assertions on scores into thresholds,
// plus the device, the number of runs, and headers by the names of variables.
import type { ProjectSettings } from "../audit/settings.ts";
import { type Fields, fieldsOf, isFields, listOf } from "../fields.ts";
import { parsePlainJson } from "../plainJson.ts";
import { scenariosOf } from "./addresses.ts";
import { type Beside, type Converted, sectionsOf } from "./converted.ts";
import { accessOfHeaders, withAccess } from "./environments.ts";
import { createNotes, type Notes, needsYou, type Row } from "./leftOut.ts";
import { type Budgets, readAssertions, type Thresholds } from "./lighthouseAssertions.ts";
import { OF_ONE_RUN, readBudgets } from "./lighthouseBudgets.ts";
import {
  ASSERT_ROWS,
  CI_ROWS,
  COLLECT_ROWS,
  NOT_MEASURED_SO,
  OWN_API,
  SETTINGS_ROWS,
  TOP_ROWS,
  UNKNOWN,
  UNKNOWN_SETTING,
} from "./lighthouseFields.ts";

const MAX_RUNS = 5;
const SETTINGS = "ci.collect.settings";
/** Lighthouse's presets; only the first changes the device. */
const PRESETS: Readonly<Record<string, Row | "desktop" | "mobile">> = {
  desktop: "desktop",
  perf: "mobile",
  experimental: needsYou("the audits run their usual checks"),
};
/** Runs by category; `pwa` and `best-practices` have none. */
const RUNS: Readonly<Record<string, string>> = { performance: "perf", accessibility: "a11y", seo: "seo" };

/** `beside.related` may contain the budget file that the configuration names. */
export function lighthouseRc(file: Fields, beside: Beside = {}): Converted {
  const notes = createNotes();
  const { ci, collect, given } = partsOf(file);
  notes.listFields(file, "", { rows: TOP_ROWS, taken: ["ci", "$schema"], otherwise: UNKNOWN });
  notes.listFields(ci, "ci", { rows: CI_ROWS, taken: ["collect", "assert"], otherwise: UNKNOWN });
  const urls = [collect.url ?? []].flat().filter((url) => typeof url === "string");
  const pages = scenariosOf(urls.map((url, i) => ({ path: `ci.collect.url[${i}]`, url })));
  for (const { path, reason } of pages.leftOut) notes.needsYou(path, reason);
  if (urls.length === 0) notes.needsYou("ci.collect.url", "names no page: add scenarios yourself");
  const settings = new Map<string, Fields>();
  const formFactor = collectSettings(collect, given, notes);
  if (formFactor !== null) settings.set("perf", { formFactor });
  const runs = runsOf(collect.numberOfRuns, notes);
  if (runs !== null) settings.set("perf", { ...settings.get("perf"), runs });
  const { thresholds, budgets } = assertionsOf(file, beside, notes);
  for (const [pillar, minScore] of Object.entries(thresholds))
    settings.set(pillar, { ...settings.get(pillar), thresholds: { minScore } });
  sayBudgets(budgets, notes);
  const access = accessOfHeaders(headersOf(given.extraHeaders, notes), `${SETTINGS}.extraHeaders`, notes);
  const audits = Object.fromEntries(settings) as ProjectSettings["audits"];
  return {
    sections: sectionsOf({
      environments: withAccess(pages.environments, access, `${SETTINGS}.extraHeaders`, notes),
      scenarios: pages.scenarios,
      settings: settings.size > 0 ? { audits } : undefined,
    }),
    leftOut: notes.all(),
    asks: { runs: runWordsOf(given.onlyCategories), budgets },
  };
}

/** Returns the runs for the categories that are measured; all of them if the file names none. */
function runWordsOf(onlyCategories: unknown): string[] {
  const all = Object.values(RUNS);
  if (onlyCategories === undefined) return all;
  return [onlyCategories].flat().flatMap((one) => RUNS[String(one)] ?? []);
}

/** Returns the parts of a configuration; `given`: the settings of Lighthouse itself. */
function partsOf(file: Fields): Record<"ci" | "collect" | "given" | "assert", Fields> {
  const ci = fieldsOf(file.ci);
  const collect = fieldsOf(ci.collect);
  return { ci, collect, given: fieldsOf(collect.settings), assert: fieldsOf(ci.assert) };
}

/** Returns the device used for measuring; null if the file does not specify one. */
function collectSettings(collect: Fields, given: Fields, notes: Notes): "mobile" | "desktop" | null {
  notes.listFields(collect, "ci.collect", {
    rows: COLLECT_ROWS,
    taken: ["url", "numberOfRuns", "settings", "method", "psiStrategy"],
    otherwise: UNKNOWN,
  });
  if (collect.method !== undefined && collect.method !== "node") notes.add("ci.collect.method", OWN_API);
  notes.listFields(given, SETTINGS, {
    rows: SETTINGS_ROWS,
    taken: [
      "preset",
      "throttlingMethod",
      "formFactor",
      "emulatedFormFactor",
      "onlyCategories",
      "extraHeaders",
      "budgets",
      "budgetPath",
      "budgetsPath",
    ],
    otherwise: UNKNOWN_SETTING,
  });
  if (given.onlyCategories !== undefined) sayCategories([given.onlyCategories].flat(), notes);
  const preset = PRESETS[String(given.preset)];
  if (given.preset !== undefined && typeof preset !== "string")
    notes.add(`${SETTINGS}.preset`, preset ?? UNKNOWN_SETTING);
  if (given.throttlingMethod !== undefined && given.throttlingMethod !== "simulate")
    notes.add(`${SETTINGS}.throttlingMethod`, NOT_MEASURED_SO);
  const devices = {
    "ci.collect.psiStrategy": collect.psiStrategy,
    [`${SETTINGS}.emulatedFormFactor`]: given.emulatedFormFactor,
    [`${SETTINGS}.formFactor`]: given.formFactor,
  };
  let chosen = typeof preset === "string" ? preset : null;
  for (const [path, device] of Object.entries(devices))
    if (device === "mobile" || device === "desktop") chosen = device;
    else if (device !== undefined) notes.needsYou(path, "pages are measured as mobile or desktop");
  return chosen;
}

function sayCategories(categories: readonly unknown[], notes: Notes): void {
  const runs = categories.flatMap((one) => RUNS[String(one)] ?? []);
  const others = categories.filter((one) => !RUNS[String(one)]);
  const start = runs.length > 0 ? `start the runs of these categories: plumbline run ${runs.join(" ")}` : "";
  const none = others.length > 0 ? `there is no audit for ${others.map(String).join(" or ")}` : "";
  notes.needsYou(`${SETTINGS}.onlyCategories`, [start, none].filter(Boolean).join("; "));
}

function runsOf(numberOfRuns: unknown, notes: Notes): number | null {
  if (typeof numberOfRuns !== "number" || numberOfRuns < 1) {
    if (numberOfRuns !== undefined) notes.needsYou("ci.collect.numberOfRuns", "must be 1 or more");
    return null;
  }
  if (numberOfRuns > MAX_RUNS)
    notes.needsYou("ci.collect.numberOfRuns", `exceeds the maximum of ${MAX_RUNS} runs per page`);
  return Math.min(Math.round(numberOfRuns), MAX_RUNS);
}

function assertionsOf(file: Fields, beside: Beside, notes: Notes) {
  const { assert, given } = partsOf(file);
  notes.listFields(assert, "ci.assert", {
    rows: ASSERT_ROWS,
    taken: ["assertions", "assertMatrix", "budgetsFile"],
    otherwise: UNKNOWN,
  });
  for (const [name, fits] of [
    ["assertions", isFields(assert.assertions)],
    ["assertMatrix", Array.isArray(assert.assertMatrix)],
  ] as const)
    if (assert[name] !== undefined && !fits)
      notes.needsYou(`ci.assert.${name}`, "is not read: it does not have the form that Lighthouse CI accepts");
  const thresholds: Thresholds = {};
  const budgets: Budgets = {};
  const matrix = listOf(assert.assertMatrix).map((part, i) => ({
    path: `ci.assert.assertMatrix[${i}]`,
    fields: fieldsOf(part),
  }));
  for (const { path, fields } of [{ path: "ci.assert", fields: assert }, ...matrix]) {
    const { assertions, matchingUrlPattern } = fields;
    const some = typeof matchingUrlPattern === "string" && !/^(?:https?:\/\/)?\.[*+]\$?$/.test(matchingUrlPattern);
    if (some) notes.needsYou(`${path}.matchingUrlPattern`, "thresholds and budgets apply to all pages, not to some");
    const found = readAssertions(fieldsOf(assertions), `${path}.assertions`, { some }, notes);
    keepStrictest(thresholds, found.thresholds, Math.max);
    keepStrictest(budgets, found.budgets, Math.min);
  }
  for (const { path, fields } of matrix)
    notes.listFields(fields, path, {
      rows: ASSERT_ROWS,
      taken: ["assertions", "matchingUrlPattern"],
      otherwise: UNKNOWN,
    });
  if (Array.isArray(given.budgets))
    keepStrictest(budgets, readBudgets(given.budgets, `${SETTINGS}.budgets`, notes), Math.min);
  else if (given.budgets !== undefined) notes.needsYou(`${SETTINGS}.budgets`, "must be a list of budgets");
  for (const [path, name] of budgetFiles(file))
    keepStrictest(budgets, budgetsOf(path, beside.related?.get(name), notes), Math.min);
  return { thresholds, budgets };
}

/** Lighthouse CI checks each part separately, so the strictest limit of a name decides. */
function keepStrictest(
  limits: Partial<Record<string, number>>,
  found: Readonly<Partial<Record<string, number>>>,
  strictest: (a: number, b: number) => number,
): void {
  for (const [name, limit] of Object.entries(found))
    if (limit !== undefined) limits[name] = strictest(limit, limits[name] ?? limit);
}

/** Returns the budget files that a configuration names, with the field of each. */
export function budgetFiles(file: Fields): [path: string, name: string][] {
  const { assert, given } = partsOf(file);
  return Object.entries({
    "ci.assert.budgetsFile": assert.budgetsFile,
    [`${SETTINGS}.budgetPath`]: given.budgetPath,
    [`${SETTINGS}.budgetsPath`]: given.budgetsPath,
  }).flatMap(([path, name]) => (typeof name === "string" ? [[path, name] as [string, string]] : []));
}

function budgetsOf(path: string, text: string | undefined, notes: Notes): Budgets {
  const unread = (reason: string) => {
    notes.needsYou(path, reason);
    return {};
  };
  if (text === undefined) return unread("was not read: import it with plumbline import lighthouse-budget");
  try {
    const json = parsePlainJson(text);
    return Array.isArray(json) ? readBudgets(json, path, notes) : unread("must hold a list of budgets");
  } catch {
    return unread("is not JSON");
  }
}

function sayBudgets(budgets: Budgets, notes: Notes): void {
  const options = Object.entries(budgets).map(([name, limit]) => `--budget ${name}=${limit}`);
  if (options.length > 1) notes.needsYou("", `${OF_ONE_RUN} ${options.join(" ")}`);
}

/** Lighthouse's command line accepts headers as JSON or as the name of a file. */
function headersOf(given: unknown, notes: Notes): unknown {
  if (typeof given !== "string") return given;
  try {
    return parsePlainJson(given);
  } catch {
    notes.needsYou(`${SETTINGS}.extraHeaders`, "is not read: give the headers as the environment's access");
    return {};
  }
}
