// Lighthouse CI's configuration and its budget files: addresses as scenarios, assertions on scores as thresholds.
import type { ProjectSettings } from "../audit/settings.ts";
import { scenariosOf } from "./addresses.ts";
import type { Converted } from "./converted.ts";
import { refused } from "./problems.ts";
import type { LeftOut } from "./types.ts";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const CATEGORIES: Readonly<Record<string, "perf" | "a11y" | "seo">> = {
  "categories:performance": "perf",
  "categories:accessibility": "a11y",
  "categories:seo": "seo",
};
/** Lighthouse's audits that a budget of ours measures too. */
const BUDGETS: Readonly<Record<string, string>> = {
  "first-contentful-paint": "fcp",
  "largest-contentful-paint": "lcp",
  "cumulative-layout-shift": "cls",
  "total-blocking-time": "tbt",
};
const MAX_RUNS = 5;
const KNOWN = new Set(["collect", "assert"]);

export function lighthouseRc(file: Fields): Converted {
  const ci = fieldsOf(file.ci);
  const collect = fieldsOf(ci.collect);
  const leftOut: LeftOut[] = [];
  for (const name of Object.keys(ci))
    if (!KNOWN.has(name))
      leftOut.push({ path: `ci.${name}`, reason: "has no counterpart: the service keeps results itself" });
  const urls = [collect.url ?? []].flat().filter((url) => typeof url === "string");
  const pages = scenariosOf(urls.map((url, at) => ({ path: `ci.collect.url[${at}]`, url })));
  if (urls.length === 0) leftOut.push({ path: "ci.collect.url", reason: "names no page: add scenarios yourself" });
  const { numberOfRuns, url: _url, ...others } = collect;
  for (const name of Object.keys(others))
    leftOut.push({ path: `ci.collect.${name}`, reason: "is about how Lighthouse CI starts the site or the browser" });
  const { settings, notes } = assertionsOf(fieldsOf(fieldsOf(ci.assert).assertions));
  if (typeof numberOfRuns === "number" && numberOfRuns >= 1) {
    settings.perf = { ...settings.perf, runs: Math.min(Math.round(numberOfRuns), MAX_RUNS) };
    if (numberOfRuns > MAX_RUNS)
      leftOut.push({
        path: "ci.collect.numberOfRuns",
        reason: `is more than the ${MAX_RUNS} runs of a page that are possible`,
      });
  }
  for (const name of Object.keys(fieldsOf(ci.assert)))
    if (name !== "assertions")
      leftOut.push({ path: `ci.assert.${name}`, reason: "is not read: name what must hold as thresholds" });
  return {
    sections: {
      scenarios: pages.scenarios,
      ...(Object.keys(settings).length > 0 && { settings: { audits: settings } as ProjectSettings }),
    },
    leftOut: [...pages.leftOut, ...leftOut, ...notes],
  };
}

function assertionsOf(assertions: Fields): { settings: Record<string, Fields>; notes: LeftOut[] } {
  const settings: Record<string, Fields> = {};
  const notes: LeftOut[] = [];
  for (const [name, said] of Object.entries(assertions)) {
    const [level, options] = Array.isArray(said) ? said : [said, {}];
    if (level === "off") continue;
    const path = `ci.assert.assertions.${name}`;
    const { minScore, maxNumericValue } = fieldsOf(options);
    const pillar = CATEGORIES[name];
    const budget = BUDGETS[name];
    if (pillar && typeof minScore === "number")
      settings[pillar] = { thresholds: { minScore: Math.round(minScore * 100) } };
    else if (budget && typeof maxNumericValue === "number")
      notes.push({ path, reason: `is a budget of a run: plumbline run perf --budget ${budget}=${maxNumericValue}` });
    else notes.push({ path, reason: "has no threshold of its own: the audit judges it by its own rules" });
  }
  return { settings, notes };
}

/** A budget.json: its limits are options of a run. */
export function lighthouseBudgets(file: unknown): Converted {
  if (!Array.isArray(file))
    throw refused("The file is no budget.json", [{ path: "", message: "must be a list of budgets" }]);
  const leftOut = file.flatMap((one: unknown, at) => {
    const { timings = [], resourceSizes = [], resourceCounts = [], path: where } = fieldsOf(one);
    const of = (list: unknown) => (Array.isArray(list) ? list : []).map(fieldsOf);
    const page = typeof where === "string" && where !== "/*" && where !== "/" ? " It held for some pages only." : "";
    return [
      ...of(timings).map(({ metric, budget }, n): LeftOut => {
        const name = BUDGETS[String(metric)];
        const path = `[${at}].timings[${n}]`;
        return name
          ? { path, reason: `is a budget of a run: plumbline run perf --budget ${name}=${Number(budget)}.${page}` }
          : { path, reason: "measures what no budget does" };
      }),
      ...of(resourceSizes).map((_one, n) => ({
        path: `[${at}].resourceSizes[${n}]`,
        reason: "no budget limits sizes",
      })),
      ...of(resourceCounts).map((_one, n) => ({
        path: `[${at}].resourceCounts[${n}]`,
        reason: "no budget limits counts",
      })),
    ];
  });
  return { sections: {}, leftOut };
}
