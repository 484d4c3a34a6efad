// Writes a proof's comment into its ticket if the project enables that: one comment, updated in place.
import { allowListOf } from "../../domain/net/allowList.ts";
import { jiraMarkup } from "../../domain/proof/jiraMarkup.ts";
import { proofMarker } from "../../domain/proof/markdown.ts";
import type { ProofRecord } from "../../domain/proof/record.ts";
import type { PostedComment } from "../../domain/proof/result.ts";
import { type TicketSystem, ticketProblem } from "../../domain/proof/ticketSystem.ts";
import { keepProofPart, proofPart } from "../../models/jobs/proofs.ts";
import { HostError } from "../../platform/codeHosts/codeHost.ts";
import { writeSticky } from "../../platform/codeHosts/stickyComment.ts";
import { openTicket } from "../../platform/tickets/openTicket.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProveDeps } from "./deps.ts";
import { writeProof } from "./finishProof.ts";
import { ticketSystemOf } from "./ticketSystem.ts";

/** A refusal is part of the result, and does not fail the proof. A repeated call updates the same comment; an outage repeats none. */
export async function postProof(deps: ProveDeps, jobId: string, signal: AbortSignal): Promise<void> {
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  const job = await kept(() => readJob(deps, jobId));
  requireOpen("job", job);
  const proof = proofPart<ProofRecord>(job, "proof");
  if (proof === null || proofPart<PostedComment>(job, "posted") !== null) return;
  const system = await kept(() => ticketSystemOf(deps, job.projectId));
  if (!system?.comment) return;
  const { markdown, links } = await kept(() => writeProof(deps, proof));
  const jira = system.system === "jira";
  const marker = jira
    ? `{anchor:${proofMarker(job.projectId, proof.ticket.key).replace(/[^\w-]/g, "")}}`
    : proofMarker(job.projectId, proof.ticket.key);
  const body = `${marker}\n${jira ? jiraMarkup(proof, links) : markdown}`;
  const posted = await post(deps, system, { key: proof.ticket.key, marker, body });
  await kept(() => keepProofPart(deps.models, jobId, "posted", posted));
}

async function post(
  deps: ProveDeps,
  system: TicketSystem,
  { key, marker, body }: { key: string; marker: string; body: string },
): Promise<PostedComment> {
  try {
    const { thread } = await openTicket(system, key, allowListOf(deps.config));
    const { comment } = await writeSticky(thread, marker, body);
    return { url: comment.url, problem: null };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    deps.log("warn", "a proof's comment was refused", { system: system.system, status: error.status });
    return { url: null, problem: ticketProblem(system.system, error, key) };
  }
}
