// Lists the pages of an audit with their figures and links to their reports.
import { HAS_METRICS } from "../../../domain/audit/pillars.ts";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { auditPillarOf } from "../../../domain/runTypes.ts";
import { auditPageAt, auditPartsAfter } from "../../../models/auditPages/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { type FoundArtifact, findArtifact } from "../readArtifact.ts";
import { runOf } from "./compare.ts";
import { deviceOf } from "./readTrends.ts";

/** Raw results, which are not meant for people. */
const RAW = /^lhr\d+$/;
/** The part about the whole site has index -1; parts before it are not pages. */
const BEFORE_SITE = -2;
const indexOf = (text: string): number | undefined => (/^-?\d{1,6}$/.test(text) ? Number(text) : undefined);

/** Returns the pages, starting with the part about the whole site. Throws `not_found` if the run is not an audit. */
export async function listAuditPages(
  ctx: OperationContext,
  caller: Caller,
  { project, runId, limit = DEFAULT_LIMIT, cursor }: { project: Project; runId: string } & Paging,
) {
  requireReadRight(caller);
  const run = await runOf(ctx, project, runId);
  const pillar = auditPillarOf(run.type);
  if (pillar === null) throw new ProductError("not_found", `Run "${runId}" is not an audit of pages.`);
  const after = decodeCursor(cursor, indexOf);
  const found = await auditPartsAfter(ctx.models, runId, { after: after ?? BEFORE_SITE, limit: limit + 1 });
  const { entries, nextCursor } = page(found, limit, (last) => last.index);
  return {
    runId,
    pillar,
    device: HAS_METRICS[pillar] ? deviceOf(run) : null,
    pages: entries.map(
      ({ index, url, key, status, carriedFrom, reason, score, metrics, artifacts, scenarioLabels }) => ({
        index,
        url: index < 0 ? null : url,
        key,
        status,
        ...given({ carriedFrom }),
        reason,
        score,
        metrics,
        scenarioLabels,
        artifacts: Object.fromEntries(
          Object.entries(artifacts)
            .filter(([name]) => !RAW.test(name))
            .map(([name, id]) => [name, artifactLink(ctx, id)]),
        ),
      }),
    ),
    nextCursor,
  };
}

/** Throws `not_found` if the run has no such page, or no report of it was stored. */
export async function findPageReport(
  ctx: OperationContext,
  caller: Caller,
  { project, runId, index }: { project: Project; runId: string; index: string },
): Promise<FoundArtifact> {
  requireReadRight(caller);
  const run = await runOf(ctx, project, runId);
  const at = indexOf(index);
  const page = at === undefined ? null : await auditPageAt(ctx.models, { runId: run._id, index: at }, { artifacts: 1 });
  const id = page?.artifacts.report;
  if (id === undefined) throw new ProductError("not_found", `No report of page ${index} of run "${runId}" was kept.`);
  return findArtifact(ctx, caller, id);
}
