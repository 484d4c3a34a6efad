// Converts Lighthouse's budget files, whose limits are options of a performance run here.

import { fieldsOf, listOf } from "../fields.ts";
import type { Converted } from "./converted.ts";
import { createNotes, type Notes } from "./leftOut.ts";
import { refused } from "./problems.ts";

/** Lighthouse audits with the Plumbline budget that measures the same. */
export const BUDGET_OF: Readonly<Record<string, string>> = {
  "first-contentful-paint": "fcp",
  "largest-contentful-paint": "lcp",
  "cumulative-layout-shift": "cls",
  "total-blocking-time": "tbt",
  "server-response-time": "ttfb",
};
const KNOWN = ["path", "timings", "resourceSizes", "resourceCounts", "options"];

const OF_A_RUN = "is a budget of a run: plumbline run perf --budget";
export const OF_ONE_RUN = "Budgets are options of a run: plumbline run perf";
const SOME = ". It held for";

export const budgetOfRun = (name: string, limit: number): string => `${OF_A_RUN} ${name}=${limit}`;

/** Whether a line only says which options a run accepts, so that nothing is missing if they are passed. */
export const saysOptionsOfRun = ({ reason }: { reason: string }): boolean =>
  [OF_A_RUN, OF_ONE_RUN].some((start) => reason.startsWith(start)) && !reason.includes(SOME);

/** Converts a budget.json. */
export function lighthouseBudgets(file: unknown): Converted {
  if (!Array.isArray(file))
    throw refused("The file is not a budget.json", [{ path: "", message: "must be a list of budgets" }]);
  const notes = createNotes();
  const budgets = readBudgets(file, "", notes);
  return { sections: {}, leftOut: notes.all(), asks: { runs: ["perf"], budgets } };
}

/** Returns the budgets of timings that apply to all pages. Everything is listed, because budgets are not a section of plumbline.yml. */
export function readBudgets(file: readonly unknown[], path: string, notes: Notes): Record<string, number> {
  const budgets: Record<string, number> = {};
  for (const [i, one] of file.entries()) {
    const where = `${path}[${i}]`;
    const given = fieldsOf(one);
    const page = typeof given.path === "string" && given.path !== "/*" && given.path !== "/" ? given.path : null;
    for (const [n, timing] of listOf(given.timings).entries()) {
      const { metric, budget, tolerance } = fieldsOf(timing);
      const name = BUDGET_OF[String(metric)];
      const at = `${where}.timings[${n}]`;
      if (!name || typeof budget !== "number") {
        notes.needsYou(at, "measures what no budget does");
        continue;
      }
      const limit = budget + (typeof tolerance === "number" ? tolerance : 0);
      const some = page === null ? "" : `${SOME} ${page} only`;
      notes.needsYou(at, `${budgetOfRun(name, limit)}${some}`);
      if (page === null) budgets[name] = Math.min(limit, budgets[name] ?? Number.POSITIVE_INFINITY);
    }
    for (const n of listOf(given.resourceSizes).keys())
      notes.needsYou(`${where}.resourceSizes[${n}]`, "no budget limits sizes");
    for (const n of listOf(given.resourceCounts).keys())
      notes.needsYou(`${where}.resourceCounts[${n}]`, "no budget limits counts");
    if (given.options !== undefined)
      notes.needsYou(`${where}.options`, "all requests of a page count, including those to third parties");
    for (const name of Object.keys(given))
      if (!KNOWN.includes(name)) notes.needsYou(`${where}.${name}`, "not a field of a budget that Plumbline knows");
  }
  return budgets;
}
