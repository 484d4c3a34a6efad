// A configuration of pa11y-ci: addresses as scenarios.
import type { FileScenario } from "../projectFile/types.ts";
import { scenariosOf } from "./addresses.ts";
import type { Converted } from "./converted.ts";
import { refused } from "./problems.ts";
import { MAX_WAIT_MS } from "./scenarioShape.ts";
import type { LeftOut } from "./types.ts";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const REASONS: Readonly<Record<string, string>> = {
  standard: "is not used: the audit checks WCAG 2.2 at levels A and AA",
  ignore: "is not used: accept findings instead",
  threshold: "counts errors a page; settings.audits.a11y.budgets counts findings of a run by severity",
  actions: "are steps of another language: write them as steps of the scenario",
  hideElements: "would also hide them in screenshots: add hideSelectors yourself if you want that",
};

export function pa11yCi(file: Fields): Converted {
  if (!Array.isArray(file.urls))
    throw refused("The file is not a pa11y-ci configuration", [{ path: "urls", message: "must be a list" }]);
  const defaults = isFields(file.defaults) ? file.defaults : {};
  const leftOut: LeftOut[] = leftOutOf(defaults, "defaults");
  const addresses = file.urls.flatMap((entry: unknown, at) => {
    const path = `urls[${at}]`;
    const own = isFields(entry) ? entry : { url: entry };
    if (typeof own.url !== "string") {
      leftOut.push({ path, reason: "names no address" });
      return [];
    }
    leftOut.push(...leftOutOf(own, path));
    const wait = own.wait ?? defaults.wait;
    const delay = typeof wait === "number" && wait > 0 ? Math.min(Math.round(wait), MAX_WAIT_MS) : undefined;
    const more: Partial<FileScenario> = delay === undefined ? {} : { delay };
    return [{ path, url: own.url, more }];
  });
  const pages = scenariosOf(addresses);
  return { sections: { scenarios: pages.scenarios }, leftOut: [...leftOut, ...pages.leftOut] };
}

const leftOutOf = (fields: Fields, path: string): LeftOut[] =>
  Object.keys(fields)
    .filter((name) => name !== "url" && name !== "wait")
    .map((name) => ({ path: `${path}.${name}`, reason: REASONS[name] ?? "has no counterpart" }));
