// What is requested over a long history: the first response of every dashboard screen, and every read-only tool.
import { TOOLS } from "../../api/tools/registry.ts";
import { PILLARS } from "../../domain/audit/pillars.ts";
import type { PlannedRun } from "./plan.ts";

export type Face = { name: string; kind: "screen" | "tool"; method: "GET" | "POST"; path: string; body?: unknown };

type Newest = Record<"vrt" | "a11y" | "perf" | "frt" | "full", string>;

/** Returns the newest completed run of each kind on the first project's main branch. */
export function newestOf(runs: readonly PlannedRun[]): Newest {
  const find = (type: string): string =>
    runs.findLast((run) => run.project === 0 && run.type === type && run.branch === null && run.status === "completed")
      ?.id ?? "";
  return {
    vrt: find("vrt-test"),
    a11y: find("a11y-test"),
    perf: find("perf-test"),
    frt: find("frt-test"),
    full: find("full-suite"),
  };
}

/** Returns all screens and tools, for the newest runs and the newest branch of the first project. */
export function facesOf(runs: readonly PlannedRun[]): Face[] {
  const newest = newestOf(runs);
  const branch = runs.findLast((run) => run.project === 0 && run.branch !== null)?.branch ?? "main";
  return [...screensOf(newest, branch), ...toolsOf(newest)];
}

function screensOf({ vrt, a11y, perf, frt, full }: Newest, branch: string): Face[] {
  const shop = "/api/app/projects/shop";
  const paths: [string, string][] = [
    ["projects", "/api/app/projects"],
    ["overview", `${shop}/overview`],
    ["overview of an environment", `${shop}/overview?environment=production`],
    ["overview of a branch", `${shop}/overview?branch=${branch}`],
    ["frame", `${shop}/frame`],
    ["waiting for me", "/api/app/me/waiting"],
    ["runs", `${shop}/runs`],
    ["runs of a branch", `${shop}/runs?branch=${branch}`],
    ["runs by text", `${shop}/runs?text=feature-1`],
    ["runs of a kind", `${shop}/runs?type=seo-test&limit=1&parts=1`],
    ["visual run", `/api/app/runs/${vrt}`],
    ["visual run, outcome", `/api/app/runs/${vrt}/outcome`],
    ["visual run, review", `/api/app/runs/${vrt}/review`],
    ["visual run, threads", `/api/app/runs/${vrt}/threads`],
    ["visual run, restless", `/api/app/runs/${vrt}/restless`],
    ["audit run", `/api/app/runs/${a11y}`],
    ["audit run, outcome", `/api/app/runs/${a11y}/outcome`],
    ["audit run, findings", `${shop}/findings?pillar=a11y&runId=${a11y}`],
    ["audit run, pages", `${shop}/runs/${perf}/pages`],
    ["functional run", `/api/app/runs/${frt}`],
    ["functional run, timeline", `${shop}/runs/${frt}/timeline`],
    ["full audit", `/api/app/runs/${full}`],
    ["inbox", `${shop}/review`],
    ["inbox of a branch", `${shop}/review?branch=main`],
    ["problems", "/api/problems?project=shop&limit=50"],
    ["problems of a branch", `/api/problems?project=shop&limit=50&branch=${branch}`],
    ...PILLARS.map((pillar): [string, string] => [`trends, ${pillar}`, `${shop}/trends?pillar=${pillar}`]),
    ["scenarios", `${shop}/scenarios`],
    ["scenario", `${shop}/scenarios/Page%201`],
    ["flakiness", `${shop}/flakiness`],
    ["flakiness of a scenario", `${shop}/flakiness/Page%201`],
    ["features", `${shop}/features`],
    ["feature", `${shop}/features/feature-1`],
    ["steps", `${shop}/steps`],
    ["heals", `${shop}/heals`],
    ["recordings", `${shop}/recordings`],
    ["proofs", `${shop}/proofs`],
    ["tracking", `${shop}/tracking`],
    ["settings", `${shop}/settings`],
    ["rules", `${shop}/rules`],
    ["ignored changes", `${shop}/ignored-changes`],
    ["schedules", "/api/schedules?project=shop"],
    ["channels", "/api/notifications/channels?project=shop"],
    ["deliveries", "/api/notifications/deliveries?project=shop"],
    ["keys", "/api/keys"],
    ["members", "/api/app/members"],
    ["organisation", "/api/app/organisation"],
    ["usage", "/api/app/usage"],
    ["audit log", "/api/app/audit-log?limit=50"],
    ["coach", "/api/app/coach"],
    ["search, a page", "/api/app/search?q=page&project=shop"],
    ["search, a branch", "/api/app/search?q=feature-1&project=shop"],
    ["search, nothing", "/api/app/search?q=zzzz&project=shop"],
  ];
  return paths.map(([name, path]) => ({ name, kind: "screen", method: "GET", path }));
}

/** Excludes tools that visit the site or start background work. */
const LEFT_OUT = (tool: (typeof TOOLS)[number]): boolean =>
  tool.mutating || tool.openWorld === true || tool.adds === true || tool.async === true;

function toolsOf({ vrt, a11y, frt }: Newest): Face[] {
  /** Values for required arguments. */
  const told: Record<string, unknown> = {
    project: "shop",
    scenarioLabel: "Page 1",
    viewport: "desktop",
    message: "Why did Page 1 fail on desktop?",
    pillar: "a11y",
    stepDefId: "builtin.click-button",
    featureId: "feature-1",
    gherkin: 'Feature: Basket\n  Scenario: Open\n    Given I am on "/cart"\n    Then the page contains "cart"\n',
    query: "open the basket",
    sentence: "I open the basket",
    url: "/page-1",
    prNumber: 1,
  };
  const more: Record<string, Record<string, unknown>> = {
    compare_runs: { runId: vrt },
    get_page_health: { url: "/page-1" },
    frt_get_run_timeline: { runId: frt },
    frt_explain_failure: { runId: frt },
    get_audit_findings: { runId: a11y },
  };
  return TOOLS.filter((tool) => !LEFT_OUT(tool)).map((tool): Face => {
    const needed = Object.entries(tool.schema.describe().fields).flatMap(([name, field]) =>
      "optional" in field && !field.optional && name in told ? [[name, told[name]] as const] : [],
    );
    const args = { ...(tool.project ? { project: "shop" } : {}), ...Object.fromEntries(needed), ...more[tool.name] };
    const body = { tool: tool.name, args };
    return { name: tool.name, kind: "tool", method: "POST", path: "/api/mcp/v1/invoke", body };
  });
}
