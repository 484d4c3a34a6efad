// Findings on the dashboard: by rule and page, accepted until a date, exported.
import { MAX_AT_ONCE } from "../../../domain/audit/acceptance.ts";
import { SEVERITIES } from "../../../domain/audit/finding.ts";
import { FINDING_STATUSES } from "../../../domain/audit/findingStatus.ts";
import { AUDIT_PILLARS } from "../../../domain/audit/pillars.ts";
import { resolveProject } from "../../lib/access.ts";
import { MAX_LIMIT } from "../../lib/paging.ts";
import { sendInParts } from "../../lib/streams.ts";
import { choice, closed, listOf, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { acceptFindings, unacceptFindings } from "../../operations/findings/acceptFindings.ts";
import { EXPORT_FORMATS, exportFindings } from "../../operations/findings/exportFindings.ts";
import { listAcceptances } from "../../operations/findings/listAcceptances.ts";
import { listFindingPages } from "../../operations/findings/listFindingPages.ts";
import { acceptanceView, listFindingGroups } from "../../operations/findings/listFindings.ts";
import { placeOf } from "../../operations/projects/place.ts";
import { appAcceptances, appAccepted, appFindingPages, appFindings, appUnaccepted } from "../answers/app/findings.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { UNKNOWN_PLACE } from "../words.ts";
import { edits, inProject, reads, TABLE_FILE, UNKNOWN_PROJECT } from "./shared.ts";

const few = <const T extends string>(values: readonly T[]) => listOf(choice(values).required(), 20);
const filter = {
  pillar: choice(AUDIT_PILLARS),
  runId: text(100),
  status: few(FINDING_STATUSES),
  severity: few(SEVERITIES),
  rule: text(200),
  page: text(2_000),
  fingerprint: text(100),
  environment: text(),
  branch: text(),
};
const paging = { limit: wholeNumber(1, MAX_LIMIT), cursor: text(400) };

const list = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/findings",
  id: "listAppFindings",
  summary: "The findings of a pillar, by rule and page",
  description:
    "Of the newest completed run of the pillar on the environment and the branch (the main branch unless one is named), or of `runId`. Without `status` everything but what is fixed. `page` is part of a page's address; `fingerprint` one finding, fixed ones too.",
  params: inProject,
  query: closed({ ...filter, ...paging }),
  answers: { 200: { description: "A page of findings.", json: appFindings } },
  refusals: { 404: UNKNOWN_PLACE },
  async handle({ ctx, caller, params, query: { environment, branch, ...rest } }) {
    const place = await placeOf(ctx, caller, params.slug, { environment, branch });
    return { json: await listFindingGroups(ctx, caller, place, rest) };
  },
});

const pages = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/findings/{fingerprint}/pages",
  id: "listFindingPages",
  summary: "The pages that share a finding",
  description: "In an audit of a whole site a defect of several pages is one finding. `runId` is the run that has it.",
  params: { ...inProject, fingerprint: "Fingerprint of the finding" },
  query: closed({ runId: requiredText(100), ...paging }),
  answers: { 200: { description: "A page of the pages.", json: appFindingPages } },
  refusals: { 404: "The project is unknown, or the run has no such finding." },
  async handle({ ctx, caller, params: { slug, fingerprint }, query }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await listFindingPages(ctx, caller, { project, fingerprint, ...query }) };
  },
});

const exportAll = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/findings/export",
  id: "exportAppFindings",
  summary: "Findings as CSV or JSON",
  description: "Of a finding that several pages share, CSV has a row for each page, JSON a list (`pages.all`).",
  params: inProject,
  query: closed({ ...filter, format: choice(EXPORT_FORMATS) }),
  answers: { 200: TABLE_FILE },
  refusals: { 404: UNKNOWN_PLACE },
  async handle({ ctx, caller, params, query: { environment, branch, format = "csv", ...rest }, res }) {
    const place = await placeOf(ctx, caller, params.slug, { environment, branch });
    const { name, parts } = await exportFindings(ctx, caller, place, { ...rest, format });
    res.attachment(name).type(format === "csv" ? "text/csv" : "application/json");
    await sendInParts(res, parts);
  },
});

const fingerprints = listOf(requiredText(64), MAX_AT_ONCE).min(1).required();

const accept = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/findings/accept",
  id: "acceptFindings",
  summary: "Accept findings until a date",
  description:
    "Until then they do not fail runs or gates, cost no points and are listed separately in reports. After that they count again, as new findings. Verdicts of the latest runs of each environment and branch are updated immediately; their scores follow with the next run. Acceptances on the main branch apply to all runs; those on another branch apply there, and wherever it is merged.",
  params: inProject,
  body: closed({
    runId: requiredText(100),
    fingerprints,
    reason: requiredText(1_000),
    until: requiredText(40),
    replaces: listOf(requiredText(64), MAX_AT_ONCE),
  }),
  bounds: "small",
  answers: { 200: { description: "What was accepted, and what was not and why.", json: appAccepted } },
  refusals: {
    404: "The project is unknown, or the run has no such finding.",
    409: "Somebody else accepted it first; the message names the person.",
  },
  async handle({ ctx, caller, params, body: { replaces, ...rest } }) {
    const project = await resolveProject(ctx, caller, params.slug);
    const { accepted, ...done } = await acceptFindings(ctx, caller, { ...rest, project, replaces: replaces ?? [] });
    const shown = accepted.map((one) => ({ fingerprint: one.fingerprint, ...acceptanceView(one, ctx.now()) }));
    return { json: { success: true, accepted: shown, ...done } };
  },
});

const unaccept = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/findings/unaccept",
  id: "unacceptFindings",
  summary: "Remove acceptances",
  description: "With `runId` those that hold in this run; what was accepted on other branches stays.",
  params: inProject,
  body: closed({ fingerprints, runId: text(100) }),
  bounds: "small",
  answers: { 200: { description: "The findings count again.", json: appUnaccepted } },
  refusals: { 404: "The project or the run is unknown." },
  async handle({ ctx, caller, params, body }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: { success: true, ...(await unacceptFindings(ctx, caller, { project, ...body })) } };
  },
});

const acceptances = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/acceptances",
  id: "listAcceptances",
  summary: "What was accepted, by whom and until when",
  params: inProject,
  query: closed({ pillar: choice(AUDIT_PILLARS), ...paging }),
  answers: { 200: { description: "A page of acceptances; expired ones are marked.", json: appAcceptances } },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params, query }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await listAcceptances(ctx, caller, { project, ...query }) };
  },
});

export const appFindingEndpoints: EndpointArea = {
  name: "appFindings",
  endpoints: [list, exportAll, pages, accept, unaccept, acceptances],
};
