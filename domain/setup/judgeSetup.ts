// Decides whether a project can be tested: a table of checks over plain facts.
import { plural } from "../text.ts";
import type { BrowserName } from "../visual/shot.ts";

export type SetupFacts = {
  /** Components of the service that readiness covers. */
  parts: readonly { ok: boolean; detail: string }[];
  siteUrl: string;
  /** null: not inspected, because no worker is running. */
  site: { reached: true; status: number; finalUrl: string } | { reached: false; code: string; reason: string } | null;
  /** Per browser: null if it is usable, otherwise why not. null: not inspected. */
  browsers: Record<BrowserName, string | null> | null;
  protectedSite: boolean;
  scenarios: number;
  /** Number of scenarios with a baseline. */
  withBaseline: number;
  /** Number of those without one that a run is capturing. */
  capturing: number;
  /** The project's setting for baselines of its main branch; null if it has none. */
  protectMain: boolean | null;
  plan: string;
  planAllowsChanges: boolean;
  /** Whether the plan allows another scenario. */
  scenarioRoom: boolean;
  /** Number of snapshots left this month; null if unlimited. */
  snapshotRoom: number | null;
  /** null: the caller is a person or the operator, not a key. */
  keyMayChange: boolean | null;
  tracking: { unlocked: boolean; pages: number; events: number };
  /** Functional tests: whether the plan unlocks them, and the numbers of ready and draft features. */
  functional: { unlocked: boolean; ready: number; drafts: number };
};

export const SETUP_CHECKS = [
  "service",
  "site",
  "browsers",
  "scenarios",
  "baselines",
  "protection",
  "snapshots",
  "plan",
  "key",
  "tracking_plan",
  "step_library",
] as const;
export type SetupCheck = (typeof SETUP_CHECKS)[number];
export type SetupRemark = { code: SetupCheck; message: string };
export type SetupVerdict = {
  ready: boolean;
  blockers: SetupRemark[];
  warnings: SetupRemark[];
  passed: SetupRemark[];
};

type Judged = ["passed" | "warning" | "blocker", string];

const JUDGE: Record<SetupCheck, (facts: SetupFacts) => Judged | Judged[]> = {
  service: ({ parts }) => {
    const broken = parts.filter(({ ok }) => !ok);
    return broken.length === 0
      ? ["passed", "Temporal, database, artifact store and workers are available."]
      : broken.map(({ detail }): Judged => ["blocker", detail]);
  },
  site: ({ site, siteUrl, protectedSite }) => {
    if (site === null)
      return ["warning", `It is unknown whether ${siteUrl} can be reached, because no worker could check.`];
    if (site.reached) return ["passed", `${site.finalUrl} answered ${site.status}.`];
    const denied = site.code === "http_error" && /\b40[13]\b/.test(site.reason);
    const hint = !denied
      ? "Check the base URL of the environment, and that this machine may reach it."
      : protectedSite
        ? "The environment's access data is no longer accepted."
        : "The site is protected: add its access data to the environment.";
    return ["blocker", `${siteUrl} cannot be tested: ${site.reason} ${hint}`];
  },
  browsers: ({ browsers }) => {
    if (browsers === null)
      return ["warning", "It is unknown which browsers are usable, because no worker could check."];
    const { chromium, ...others } = browsers;
    if (chromium !== null) return ["blocker", chromium];
    const missing = Object.values(others).filter((problem) => problem !== null);
    return missing.length === 0
      ? ["passed", "Chromium, Firefox and WebKit are usable."]
      : ["warning", ["Chromium is usable.", ...missing].join(" ")];
  },
  scenarios: ({ scenarios, scenarioRoom }) => {
    if (scenarios === 0)
      return ["blocker", "There is no scenario: visual tests have no page, and audits check only the base address."];
    return !scenarioRoom
      ? ["warning", `The project has ${plural(scenarios, "scenario")}; the plan allows no more.`]
      : ["passed", `The project has ${plural(scenarios, "scenario")}.`];
  },
  baselines: ({ scenarios, withBaseline, capturing }) => {
    if (scenarios === 0) return [];
    if (withBaseline >= scenarios) return ["passed", "Every scenario has a baseline."];
    const without = scenarios - withBaseline;
    const missing = `${without} of ${plural(scenarios, "scenario")} ${without === 1 ? "has" : "have"} no baseline to compare with`;
    const going = without === 1 ? "it is" : `${capturing} of them ${capturing === 1 ? "is" : "are"}`;
    return ["warning", capturing > 0 ? `${missing}; ${going} being captured.` : `${missing}.`];
  },
  protection: ({ protectMain, withBaseline }) => {
    if (protectMain === true) return ["passed", "Only people can change baselines of the main branch."];
    if (protectMain === false)
      return ["passed", "Keys may replace baselines of the main branch, as the project allows."];
    if (withBaseline === 0) return [];
    return [
      "warning",
      "Keys may replace what people approved on the main branch. The project's settings can restrict this to people.",
    ];
  },
  snapshots: ({ snapshotRoom, plan }) =>
    snapshotRoom !== null && snapshotRoom <= 0
      ? ["blocker", `The ${plan} plan's snapshots of this month are used up: visual tests wait for the next month.`]
      : [
          "passed",
          snapshotRoom === null
            ? "Snapshots are not limited."
            : `${plural(snapshotRoom, "snapshot is", "snapshots are")} left this month.`,
        ],
  plan: ({ plan, planAllowsChanges }) =>
    planAllowsChanges
      ? ["passed", `The ${plan} plan allows agents to change things.`]
      : ["warning", `On the ${plan} plan agents have read-only access.`],
  key: ({ keyMayChange }) =>
    keyMayChange === false
      ? ["warning", "This key may only read: a key with the scope mcp_full is needed to start runs."]
      : ["passed", keyMayChange === null ? "No key is needed here." : "This key may read and change."],
  tracking_plan: ({ tracking: { unlocked, pages, events } }) => {
    if (!unlocked) return [];
    return pages + events > 0
      ? ["passed", `The tracking plan has ${plural(pages, "page")} and ${plural(events, "event")}.`]
      : ["warning", "The tracking plan is empty: a tracking audit has nothing to compare the pages with."];
  },
  step_library: ({ functional: { unlocked, ready, drafts } }) => {
    if (!unlocked) return [];
    if (ready > 0) return ["passed", `There ${ready === 1 ? "is 1 feature" : `are ${ready} features`} to run.`];
    const begun = drafts > 0 ? ` (${drafts === 1 ? "1 is a draft" : `${drafts} are drafts`})` : "";
    return ["warning", `No feature is ready${begun}: functional tests have nothing to run.`];
  },
};

/** A project is ready if nothing blocks a visual test or an audit. */
export function judgeSetup(facts: SetupFacts): SetupVerdict {
  const remarks = SETUP_CHECKS.flatMap((code) => {
    const judged = JUDGE[code](facts);
    const all = (typeof judged[0] === "string" ? [judged] : judged) as Judged[];
    return all.map(([state, message]) => ({ state, code, message }));
  });
  const of = (wanted: Judged[0]): SetupRemark[] =>
    remarks.filter(({ state }) => state === wanted).map(({ code, message }) => ({ code, message }));
  const blockers = of("blocker");
  return { ready: blockers.length === 0, blockers, warnings: of("warning"), passed: of("passed") };
}
