// Converts assertions of Lighthouse CI into thresholds of scores and budgets of performance runs. Only `error` fails a run, so only that
// becomes a threshold; `warn` is listed; `off` means nothing.

import type { Fields } from "../fields.ts";
import { type Notes, needsYou, noMeaning, type Row } from "./leftOut.ts";
import { BUDGET_OF, budgetOfRun } from "./lighthouseBudgets.ts";

export type Thresholds = Partial<Record<"perf" | "a11y" | "seo", number>>;
export type Budgets = Record<string, number>;
type Asserted = { thresholds: Thresholds; budgets: Budgets };

const CATEGORIES: Readonly<Record<string, "perf" | "a11y" | "seo">> = {
  "categories:performance": "perf",
  "categories:accessibility": "a11y",
  "categories:seo": "seo",
};
const SCORE_OF: Readonly<Record<"perf" | "a11y" | "seo", string>> = {
  perf: "",
  a11y: "the score is the one of Plumbline's accessibility audit, which weighs more checks: see whether it fits",
  seo: "the score is the one of Plumbline's SEO audit, which weighs more checks: see whether it fits",
};
/** Options of an assertion that a threshold or a budget can express. */
const READ = ["minScore", "maxNumericValue"];
const ON_ALL = "thresholds and budgets apply to all pages, this one to some";

/** `some`: whether it only applies to pages that match a pattern. */
export function readAssertions(assertions: Fields, path: string, { some }: { some: boolean }, notes: Notes): Asserted {
  const asserted: Asserted = { thresholds: {}, budgets: {} };
  for (const [given, said] of Object.entries(assertions)) {
    // Lighthouse CI accepts both spellings.
    const name = given.replaceAll(".", ":");
    const [level, options] = (Array.isArray(said) ? said : [said, {}]) as [unknown, unknown];
    if (level === "off" || level === null || level === false) continue;
    const where = `${path}.${given}`;
    const fields = typeof options === "object" && options !== null ? (options as Fields) : {};
    for (const option of Object.keys(fields))
      if (!READ.includes(option)) notes.add(`${where}.${option}`, optionRow(option));
    const found = foundOf(name, fields);
    if (!found) notes.needsYou(where, whyNone(name));
    else if (level !== "error" && level !== undefined) notes.needsYou(where, warns(found));
    else if (some) notes.needsYou(where, `${ON_ALL}: ${textOf(found)}`);
    else take(found, asserted, where, notes);
  }
  return asserted;
}

const optionRow = (option: string): Row =>
  option === "aggregationMethod"
    ? noMeaning("the median of the runs counts")
    : needsYou("thresholds are minimum scores and budgets maximum figures: nothing else is compared");

type Found = { pillar: "perf" | "a11y" | "seo"; minScore: number } | { budget: string; limit: number };

function foundOf(name: string, { minScore, maxNumericValue }: Fields): Found | null {
  const pillar = CATEGORIES[name];
  const budget = BUDGET_OF[name];
  if (pillar && typeof minScore === "number") return { pillar, minScore: Math.round(minScore * 1_000) / 10 };
  if (budget && typeof maxNumericValue === "number") return { budget, limit: maxNumericValue };
  return null;
}

function take(found: Found, { thresholds, budgets }: Asserted, where: string, notes: Notes): void {
  if ("budget" in found) {
    budgets[found.budget] = Math.min(found.limit, budgets[found.budget] ?? Number.POSITIVE_INFINITY);
    notes.needsYou(where, budgetOfRun(found.budget, found.limit));
    return;
  }
  thresholds[found.pillar] = Math.max(found.minScore, thresholds[found.pillar] ?? 0);
  if (SCORE_OF[found.pillar] !== "") notes.noMeaning(where, SCORE_OF[found.pillar]);
}

const textOf = (found: Found): string =>
  "budget" in found
    ? `--budget ${found.budget}=${found.limit}`
    : `settings.audits.${found.pillar}.thresholds.minScore: ${found.minScore}`;

const warns = (found: Found): string =>
  `only warns, and thresholds and budgets fail a run: add it if it should fail: ${textOf(found)}`;

function whyNone(name: string): string {
  if (/^categories:/.test(name)) return "has no score of its own here, or names no minScore";
  if (/^resource-summary[:]/.test(name)) return "no budget limits sizes and counts of resources";
  if (BUDGET_OF[name]) return "has no maxNumericValue: a budget limits the figure itself";
  return "is a single audit of Lighthouse: here findings fail by severity, see thresholds.maxNew in settings.audits";
}
