// The ticket of a proof: what the caller said of it, else what its ticket system says.
import { TICKET_LIMITS, type Ticket } from "../../domain/proof/ticket.ts";
import { truncate } from "../../domain/text.ts";
import { keepProofPart, proofPart } from "../../models/proofs.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProofInput, ProveDeps } from "./deps.ts";

/** Keeps the ticket with the job; a retry finds it and asks nobody. */
export async function readTicket(deps: ProveDeps, jobId: string): Promise<void> {
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  if (proofPart<Ticket>(job, "ticket") !== null) return;
  const { issueKey, title, description } = job.input as ProofInput;
  const ticket: Ticket = {
    key: truncate(issueKey, TICKET_LIMITS.key),
    title: truncate(title, TICKET_LIMITS.title),
    description: truncate(description, TICKET_LIMITS.description),
    source: "args",
    url: null,
  };
  await keepProofPart(deps.models, jobId, "ticket", ticket);
}
