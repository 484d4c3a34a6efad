// Issue proofs on the dashboard: started from a ticket or its key, followed while they run, and read with their evidence.
import { createHash } from "node:crypto";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { jiraMarkup } from "../../../domain/proof/jiraMarkup.ts";
import type { ProofRecord } from "../../../domain/proof/record.ts";
import type { ProofResult } from "../../../domain/proof/result.ts";
import { TICKET_LIMITS } from "../../../domain/proof/ticket.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { proofPart } from "../../../models/jobs/proofs.ts";
import { pageOfJobs, wholeJobOf } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { liveWork } from "../../lib/liveWork.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { traceViewerPath } from "../../lib/publicLink.ts";
import { cancelJob } from "../jobs/cancelJob.ts";
import { startProof } from "../tracking/startProof.ts";

const KIND = "tracking_prove_issue_ticket";
const KEY = /\b[A-Z][A-Z0-9]{1,20}-\d{1,9}\b|(?<![\w/&])#\d{1,9}\b/;

export type ProofWish = {
  project: Project;
  environment: Environment | null;
  issueKey?: string;
  /** A ticket as pasted: its first line is the title. */
  text?: string;
  /** An earlier proof whose ticket is to be proven again. */
  again?: string;
  eventId?: string;
  scenarioId?: string;
  reuseAudit?: boolean;
};

/** Parses the pasted ticket. A ticket without a key gets one derived from its text. */
export function readPasted({ issueKey, text = "" }: Pick<ProofWish, "issueKey" | "text">) {
  const [first = "", ...rest] = text.trim().split("\n");
  const key = issueKey?.trim() || KEY.exec(text)?.[0];
  if (key === undefined && text.trim() === "") throw fieldError("issueKey", "Pass issueKey or the ticket's text.");
  const made = `pasted-${createHash("sha256").update(text.trim()).digest("hex").slice(0, 8)}`;
  return {
    issueKey: truncate(key ?? made, TICKET_LIMITS.key),
    title: truncate(oneLine(first), TICKET_LIMITS.title),
    description: truncate(rest.join("\n").trim(), TICKET_LIMITS.description),
  };
}

export async function startIssueProof(ctx: OperationContext, caller: Caller, wish: ProofWish) {
  const { project, environment, again, eventId, scenarioId, reuseAudit } = wish;
  requireReadRight(caller);
  const ticket = again === undefined ? readPasted(wish) : await ticketOfProof(ctx, project, again);
  const started = await startProof(ctx, caller, {
    project,
    environment,
    ...ticket,
    ...(eventId !== undefined && { eventId }),
    ...(scenarioId !== undefined && { scenarioId }),
    ...(reuseAudit && { reuseAudit }),
  });
  return { ...started, issueKey: ticket.issueKey };
}

/** Returns the ticket that an earlier proof was started with. Throws `not_found` for a proof of another project. */
export async function ticketOfProof(ctx: OperationContext, project: Project, jobId: string) {
  const { input } = await proofOf(ctx, project, jobId);
  const {
    issueKey = "",
    title = "",
    description = "",
  } = input as Partial<Record<"issueKey" | "title" | "description", string>>;
  return { issueKey, title, description };
}

const idOf = (text: string): string | undefined => (/^job_\w{1,40}$/.test(text) ? text : undefined);

export async function listIssueProofs(
  { models }: OperationContext,
  caller: Caller,
  { project, limit = DEFAULT_LIMIT, cursor }: { project: Project } & Paging,
) {
  requireReadRight(caller);
  const found = await pageOfJobs(models, project._id, KIND, { before: decodeCursor(cursor, idOf), limit: limit + 1 });
  const { entries, nextCursor } = page(found, limit, (last) => last._id);
  return { proofs: entries.map(rowOf), nextCursor };
}

/** Throws `not_found` for a proof of another project. */
export async function readIssueProofJob(
  ctx: OperationContext,
  caller: Caller,
  { project, jobId }: { project: Project; jobId: string },
) {
  requireReadRight(caller);
  const { work: job, progress, stale } = await liveWork(ctx, "job", await proofOf(ctx, project, jobId));
  const result = job.result as ProofResult | null;
  const record = proofPart<ProofRecord>(job, "proof");
  const open = (id: string | null | undefined) => (id ? artifactLink(ctx, id) : null);
  const links = { evidence: result?.evidenceUrl ?? null, trace: null, pictures: [], until: null };
  return {
    ...rowOf(job),
    progress,
    stale,
    error: job.error,
    headline: result?.proofOutcome.headline ?? null,
    reasons: (result?.proofOutcome.reasons ?? []).map(({ code, message }) => ({ code, message })),
    warnings: result?.warnings ?? [],
    scenario: result?.scenario ?? null,
    event: result?.event ?? null,
    candidates: result?.candidates ?? { scenarios: [], events: [] },
    runId: result?.runId ?? null,
    steps: (record?.steps ?? []).map(({ keyword, text, status, message, screenshotId, events }) => ({
      keyword,
      text,
      status,
      message,
      events,
      screenshot: open(screenshotId),
    })),
    rows: record?.rows ?? [],
    times: record?.times ?? null,
    trace: open(record?.traceId),
    traceViewer: record?.traceId ? traceViewerPath(ctx, record.traceId) : null,
    evidence: open(result?.evidenceId),
    markdown: result?.issueMarkdown ?? null,
    jira: record ? jiraMarkup(record, links) : null,
    comment: result?.comment ?? null,
  };
}

/** Throws `conflict` if the proof has ended. */
export async function cancelIssueProof(
  ctx: OperationContext,
  caller: Caller,
  { project, jobId }: { project: Project; jobId: string },
) {
  const { _id } = await proofOf(ctx, project, jobId);
  return cancelJob(ctx, caller, _id);
}

async function proofOf({ models }: OperationContext, project: Project, jobId: string): Promise<Job> {
  const job = await wholeJobOf(models, project._id, KIND, jobId);
  if (job) return job;
  throw new ProductError("not_found", `The project ${project.name} has no proof "${jobId}".`);
}

function rowOf({ _id, input, status, result, requestedBy, createdAt, finishedAt, environment }: Omit<Job, "state">) {
  const { issueKey, title } = input as { issueKey?: string; title?: string };
  const told = result as Partial<ProofResult> | null;
  return {
    jobId: _id,
    issueKey: issueKey ?? "",
    title: told?.title || title || "",
    status,
    verdict: told?.proofVerdict ?? null,
    environment: environment || null,
    requestedBy,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
