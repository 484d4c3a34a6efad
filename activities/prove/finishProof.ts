// Finishes a proof: stores its page, writes its comment, and completes the job with its result.
import { proofMarkdown } from "../../domain/proof/markdown.ts";
import { proofPage } from "../../domain/proof/page.ts";
import { type ProofLinks, type ProofRecord, SHOWN } from "../../domain/proof/record.ts";
import { type PostedComment, PROOF_STEPS, proofResult } from "../../domain/proof/result.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { proofPart } from "../../models/jobs/proofs.ts";
import { artifactUrl } from "../../platform/publicLink.ts";
import { invalid } from "../failures.ts";
import { completeJob, type JobWriting, readJob } from "../jobs/jobProjection.ts";
import { loadPictures } from "../report/pictures.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProveDeps } from "./deps.ts";

const DAY_MS = 86_400_000;

export type WrittenProof = { markdown: string; links: ProofLinks; evidenceId: string };

/** Writes the proof's page and its comment. A retry writes them again, with the same bytes if nothing changed. */
export async function writeProof(deps: ProveDeps, proof: ProofRecord): Promise<WrittenProof> {
  const { config, now } = deps;
  const ttlMs = config.evidenceDays * DAY_MS;
  // Links are signed with the service's secret, and useful only if the service has a public address.
  const linked = config.publicUrl !== null && config.secretKey !== null;
  const url = (id: string | null) => (linked && id !== null ? artifactUrl(deps, id, ttlMs) : null);
  const ids = proof.steps.flatMap(({ screenshotId }) => screenshotId ?? []);
  const pictures = await loadPictures(deps, proof.projectId, ids);
  const page = proofPage(proof, pictures, url(proof.traceId));
  const evidenceId = await keepArtifact(deps, {
    projectId: proof.projectId,
    bytes: Buffer.from(page),
    contentType: "text/html; charset=utf-8",
  });
  const links: ProofLinks = {
    evidence: url(evidenceId),
    trace: url(proof.traceId),
    pictures: proof.steps
      .flatMap(({ screenshotId }, step) => {
        const address = url(screenshotId);
        return address === null ? [] : [{ step, url: address }];
      })
      .slice(-SHOWN.pictures),
    until: linked ? new Date(now().getTime() + ttlMs).toISOString() : null,
  };
  return { markdown: proofMarkdown(proof, links), links, evidenceId };
}

export async function finishProof(deps: ProveDeps, input: JobWriting): Promise<void> {
  const job = await readJob(deps, input.jobId);
  // An earlier attempt completed the job, but Temporal was away before it could report so.
  if (job.status === "completed" && job.executionId === input.executionId && job.seq === input.seq) return;
  requireOpen("job", job);
  const proof = proofPart<ProofRecord>(job, "proof");
  if (proof === null) throw invalid(`The job ${input.jobId} has no verdict.`);
  const { markdown, evidenceId, links } = await writeProof(deps, proof);
  const result = proofResult(proof, {
    markdown,
    evidenceId,
    evidenceUrl: links.evidence,
    comment: proofPart<PostedComment>(job, "posted"),
  });
  await completeJob(deps, input, job, { phase: "completed", done: PROOF_STEPS, total: PROOF_STEPS }, result);
}
