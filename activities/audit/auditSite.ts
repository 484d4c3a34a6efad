// The site-wide part of an audit: duplicates, links, sitemap, hosts. Stored as a page of its own, with index -1.
import { cutRules } from "../../domain/audit/cutShort.ts";
import type { AuditRunInfo, SiteAudit } from "../../domain/audit/judge.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Place } from "../../domain/audit/runChecks.ts";
import type { Masker } from "../../domain/functional/values.ts";
import { auditPillarOf } from "../../domain/runTypes.ts";
import { acceptedUntil } from "../../models/acceptances/queries.ts";
import { fieldsOfAuditPages, findAuditPage } from "../../models/auditPages/queries.ts";
import { type AuditPageRecord, SITE_INDEX, unmeasured } from "../../models/auditPages/schema.ts";
import { putAuditPart } from "../../models/auditPages/writes.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { readRun } from "../readRun.ts";
import { type SiteTurnHeld, withSiteTurn } from "../site/siteTurn.ts";
import { createAccessMask } from "../siteSecrets.ts";
import { inThread } from "../threads/inThread.ts";
import { LIGHTHOUSE_INDEX, storeFindings } from "./findings.ts";
import { packGathered } from "./gathered.ts";
import { pageOf } from "./pages.ts";
import type { GatheredPage, PillarAudit } from "./pillar.ts";
import { gatherTools, runInfo } from "./tools.ts";

export type SiteActivities = {
  auditSite(input: { runId: string }): Promise<void>;
};

/** Maximum attempts that send requests to the site. */
const MAX_TRIES = 3;

export function createSiteActivities(deps: AuditDeps): SiteActivities {
  const site = async (runId: string, signal: AbortSignal, note: (phase: string) => void) => {
    const run = await readRun(deps, runId);
    const { gatherSite } = deps.pillars[pillarOfRun(run)];
    if (!gatherSite) return;
    const done = await findAuditPage(deps.models, partIdOf(runId, SITE_INDEX), { status: 1 });
    if (done) return;
    const asking = { url: run.baseUrl, id: runId, signal, maxTries: MAX_TRIES };
    await withSiteTurn(deps, asking, (turn) => ask(run, gatherSite, turn, signal, note));
  };
  const ask = async (
    run: Run,
    gatherSite: NonNullable<PillarAudit["gatherSite"]>,
    turn: SiteTurnHeld,
    signal: AbortSignal,
    note: (phase: string) => void,
  ) => {
    const { _id: runId } = run;
    const name = pillarOfRun(run);
    const pages = await gatheredPages(deps, run, name, signal);
    if (pages.length === 0 && !deps.pillars[name].siteWithoutPages) return;
    const began = performance.now();
    const until = await acceptedUntil(deps.models, { ...run, pillar: name }, deps.now());
    const accepted = [...until.keys()];
    const tools = { ...(await gatherTools(deps, run, signal, note)), run: { ...runInfo(run), accepted } };
    const gathered = await gatherSite(tools, pages);
    await turn.pass();
    signal.throwIfAborted();
    const place = { pillar: name, page: run.baseUrl, baseUrl: run.baseUrl, accepted };
    const judged = await judgeSite(
      gathered,
      { run: runInfo(run), place, mask: createAccessMask(tools.access) },
      signal,
    );
    const found = judged.notMeasured === undefined ? judged.findings : [];
    await storeFindings(deps, { runId, projectId: run.projectId }, SITE_INDEX, found, until);
    if (judged.notMeasured !== undefined) {
      const reason = judged.notMeasured;
      await writePart(deps, run, SITE_INDEX, { status: "not_measured", code: "not_reached", reason });
      return;
    }
    const failed = judged.findings.some((f) => f.outcome === "failed");
    await writePart(deps, run, SITE_INDEX, {
      status: failed ? "failed" : "passed",
      metrics: judged.metrics ?? {},
      rules: judged.rules,
      cutRules: cutRules(judged.findings),
      details: judged.details ?? {},
      timings: { site: Math.round(performance.now() - began) },
    });
  };
  return { auditSite: ({ runId }) => withHeartbeat((signal, note) => site(runId, signal, note)) };
}

async function judgeSite(
  site: unknown,
  { run, place, mask }: { run: AuditRunInfo; place: Place; mask: Masker },
  signal: AbortSignal,
): Promise<SiteAudit> {
  const gathered = await packGathered(site, mask);
  if (gathered === null) throw invalid("The site returned more data than an audit can store.");
  return inThread("judgeSite", { pillar: place.pillar, gathered, run, place }, { signal });
}

export function pillarOfRun(run: Pick<Run, "_id" | "type">) {
  const pillar = auditPillarOf(run.type);
  if (!pillar) throw invalid(`The run ${run._id} is a ${run.type} run and no audit.`);
  return pillar;
}

/** Returns the gathered data of every measured page, in the order of the plan. */
async function gatheredPages(
  deps: AuditDeps,
  run: Run,
  pillar: AuditPillar,
  signal: AbortSignal,
): Promise<GatheredPage<unknown>[]> {
  const { preview } = runInfo(run);
  const fields = { index: 1, url: 1, scenarioLabels: 1, gatheredId: 1 } as const;
  const records = await fieldsOfAuditPages(deps.models, run._id, fields);
  const pages: GatheredPage<unknown>[] = [];
  for (const record of records) {
    if (!record.gatheredId) continue;
    const gathered = await deps.artifacts.get(record.gatheredId);
    pages.push({
      page: pageOf(record),
      data: await inThread("pageForSite", { pillar, gathered, preview }, { signal }),
    });
  }
  return pages;
}

const PART_NAME: Record<number, string> = { [SITE_INDEX]: "site", [LIGHTHOUSE_INDEX]: "lighthouse" };

export function partIdOf(runId: string, index: number): string {
  return `${runId}-${PART_NAME[index]}`;
}

/** Writes a part of the run that is not a page, once or again with the same content. */
export async function writePart(
  deps: AuditDeps,
  run: Run,
  index: number,
  part: Partial<AuditPageRecord> & Pick<AuditPageRecord, "status">,
): Promise<void> {
  const _id = partIdOf(run._id, index);
  const record: AuditPageRecord = {
    ...unmeasured(),
    _id,
    runId: run._id,
    projectId: run.projectId,
    pillar: pillarOfRun(run),
    index,
    url: run.baseUrl,
    key: "",
    attempts: 1,
    decidedAt: deps.now(),
    ...part,
  };
  await putAuditPart(deps.models, record);
}
