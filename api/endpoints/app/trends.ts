// Trends, comparisons and pages of audits on the dashboard.
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { requireReadRight, resolveProject } from "../../lib/access.ts";
import { MAX_LIMIT } from "../../lib/paging.ts";
import { choice, closed, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { placeOf } from "../../operations/app/place.ts";
import { compareAppRuns } from "../../operations/app/trends/compare.ts";
import { listAuditPages } from "../../operations/app/trends/listPages.ts";
import { readTrends } from "../../operations/app/trends/readTrends.ts";
import { appCompare, appRunPages, appTrends } from "../answers/app/trends.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { right } from "../permits.ts";
import { UNKNOWN_PLACE } from "../words.ts";
import { inProject } from "./shared.ts";

const toRead = right(requireReadRight);
const DEFAULT_DAYS = 30;

const trends = defineEndpoint({
  method: "get",
  path: "/api/app/projects/{slug}/trends",
  id: "readAppTrends",
  tag: "Dashboard",
  summary: "How a pillar did over its runs",
  access: "session",
  params: inProject,
  permit: toRead,
  query: closed({
    pillar: choice(PILLARS).required(),
    environment: text(),
    branch: text(),
    days: wholeNumber(1, 365),
  }),
  limits: ["ci"],
  noStore: true,
  answers: { 200: { description: "Completed runs, oldest first.", json: appTrends } },
  refusals: { 404: UNKNOWN_PLACE },
  async handle({ ctx, caller, params, query: { pillar, days = DEFAULT_DAYS, ...where } }) {
    return { json: await readTrends(ctx, caller, await placeOf(ctx, caller, params.slug, where), { pillar, days }) };
  },
});

const compare = defineEndpoint({
  method: "get",
  path: "/api/app/projects/{slug}/compare",
  id: "compareAppRuns",
  tag: "Dashboard",
  summary: "What changed between two runs",
  access: "session",
  params: inProject,
  permit: toRead,
  query: closed({ a: requiredText(100), b: requiredText(100) }),
  limits: ["ci"],
  noStore: true,
  answers: { 200: { description: "Two runs of one type: `a` before, `b` after.", json: appCompare } },
  refusals: { 404: "The project or a run is unknown.", 409: "A run is still running." },
  async handle({ ctx, caller, params, query }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await compareAppRuns(ctx, caller, { project, ...query }) };
  },
});

const pages = defineEndpoint({
  method: "get",
  path: "/api/app/projects/{slug}/runs/{runId}/pages",
  id: "listAuditPages",
  tag: "Dashboard",
  summary: "The pages of an audit, with links to their reports",
  access: "session",
  params: { ...inProject, runId: "Id of the run" },
  permit: toRead,
  query: closed({ limit: wholeNumber(1, MAX_LIMIT), cursor: text(100) }),
  limits: ["ci"],
  noStore: true,
  answers: { 200: { description: "A page of pages.", json: appRunPages } },
  refusals: { 404: "The project is unknown, or has no such audit." },
  async handle({ ctx, caller, params: { slug, runId }, query }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await listAuditPages(ctx, caller, { project, runId, ...query }) };
  },
});

export const appTrendEndpoints: EndpointArea = { name: "appTrends", endpoints: [trends, compare, pages] };
