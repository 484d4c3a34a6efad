// Trends, comparisons of runs and audited pages on the dashboard.
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { resolveProject } from "../../lib/access.ts";
import { MAX_LIMIT } from "../../lib/paging.ts";
import { choice, closed, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { placeOf } from "../../operations/projects/place.ts";
import { compareRunsWithMetrics } from "../../operations/trends/compare.ts";
import { findPageReport, listAuditPages } from "../../operations/trends/listPages.ts";
import { readTrends } from "../../operations/trends/readTrends.ts";
import { appCompare, appRunPages, appTrends } from "../answers/app/trends.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { toRead } from "../permits.ts";
import { UNKNOWN_PLACE } from "../words.ts";
import { inProject, reads } from "./shared.ts";

const DEFAULT_DAYS = 30;

const trends = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/trends",
  id: "readAppTrends",
  summary: "How a pillar did over its runs",
  params: inProject,
  query: closed({
    pillar: choice(PILLARS).required(),
    environment: text(),
    branch: text(),
    days: wholeNumber(1, 365),
  }),
  answers: { 200: { description: "Completed runs, oldest first.", json: appTrends } },
  refusals: { 404: UNKNOWN_PLACE },
  async handle({ ctx, caller, params, query: { pillar, days = DEFAULT_DAYS, ...where } }) {
    return { json: await readTrends(ctx, caller, await placeOf(ctx, caller, params.slug, where), { pillar, days }) };
  },
});

const compare = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/compare",
  id: "compareAppRuns",
  summary: "What changed between two runs",
  params: inProject,
  query: closed({ a: requiredText(100), b: requiredText(100) }),
  answers: { 200: { description: "Two runs of one type: `a` before, `b` after.", json: appCompare } },
  refusals: { 404: "The project or a run is unknown.", 409: "A run is still running." },
  async handle({ ctx, caller, params, query }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await compareRunsWithMetrics(ctx, caller, { project, ...query }) };
  },
});

const pages = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/runs/{runId}/pages",
  id: "listAuditPages",
  summary: "The pages of an audit, with links to their reports",
  params: { ...inProject, runId: "Id of the run" },
  query: closed({ limit: wholeNumber(1, MAX_LIMIT), cursor: text(100) }),
  answers: { 200: { description: "A page of pages.", json: appRunPages } },
  refusals: { 404: "The project is unknown, or has no such audit." },
  async handle({ ctx, caller, params: { slug, runId }, query }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await listAuditPages(ctx, caller, { project, runId, ...query }) };
  },
});

/**
 * Lighthouse's report renders itself with its own scripts and contains texts of the audited page. The sandbox gives it an opaque origin:
 * no cookies, no storage, no requests, no access to the surrounding page. Only the dashboard may frame it.
 */
const REPORT_RULES = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const report = defineEndpoint({
  method: "get",
  path: "/api/app/projects/{slug}/runs/{runId}/pages/{index}/report",
  id: "readPageReport",
  tag: "Dashboard",
  summary: "Lighthouse's report of a page, to be shown in a frame",
  description: "It runs scripts of its own, in a sandbox that reaches nothing of the service.",
  access: "session",
  params: { ...inProject, runId: "Id of the run", index: "Index of the page in the run" },
  permit: toRead,
  limits: ["ci"],
  answers: { 200: { description: "The report.", types: ["text/html"] } },
  refusals: { 404: "The project, the run or the page is unknown, or no report was kept." },
  async handle({ ctx, caller, params: { slug, runId, index }, res }) {
    const project = await resolveProject(ctx, caller, slug);
    const bytes = await (await findPageReport(ctx, caller, { project, runId, index })).read();
    res.set({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": REPORT_RULES,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "private, no-cache",
    });
    res.send(bytes);
  },
});

export const appTrendEndpoints: EndpointArea = { name: "appTrends", endpoints: [trends, compare, pages, report] };
