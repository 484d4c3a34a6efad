// Lists the pages that share a finding, with its location and message on each.
import { ProductError } from "../../../domain/errors.ts";
import type { FindingPage } from "../../../models/findings/pagesSchema.ts";
import { eachFindingPage, findFinding } from "../../../models/findings/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeOffset, encodeCursor, type Paging } from "../../lib/paging.ts";

export type PageOfFinding = Pick<FindingPage, "page" | "target" | "message">;

/** Location and message of the finding on one page. */
export const pageOfFinding = ({ page, target, message }: PageOfFinding): PageOfFinding => ({ page, target, message });

type Input = Paging & { project: Project; runId: string; fingerprint: string };

/** Lists the pages of a finding; a finding of a single page returns that page. Throws `not_found` if the run does not have the finding. */
export async function listFindingPages(
  ctx: OperationContext,
  caller: Caller,
  { project, runId, fingerprint, limit = DEFAULT_LIMIT, cursor }: Input,
) {
  requireReadRight(caller);
  const from = decodeOffset(cursor) ?? 0;
  const finding = await findFinding(ctx.models, { projectId: project._id, runId, fingerprint });
  if (!finding) throw new ProductError("not_found", `The run "${runId}" has no finding "${fingerprint}".`);
  const { pages: shared } = finding;
  const head = { runId, fingerprint, count: shared?.count ?? 1, of: shared?.of ?? 1 };
  if (!shared) return { ...head, pages: from === 0 ? [pageOfFinding(finding)] : [], nextCursor: null };
  const found: PageOfFinding[] = [];
  await eachFindingPage(ctx.models, finding, from, (one) => {
    found.push(pageOfFinding(one));
    return found.length <= limit;
  });
  return {
    ...head,
    pages: found.slice(0, limit),
    nextCursor: found.length > limit ? encodeCursor(from + limit) : null,
  };
}
