// The ticket of a proof: as given by the caller, else as read from its ticket system.
import { allowListOf } from "../../domain/net/allowList.ts";
import { TICKET_LIMITS, type Ticket } from "../../domain/proof/ticket.ts";
import { type TicketSystem, ticketProblem } from "../../domain/proof/ticketSystem.ts";
import { truncate } from "../../domain/text.ts";
import { keepProofPart, proofPart } from "../../models/jobs/proofs.ts";
import { HostError } from "../../platform/codeHosts/codeHost.ts";
import { openTicket } from "../../platform/tickets/openTicket.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProofInput, ProveDeps } from "./deps.ts";
import { ticketSystemOf } from "./ticketSystem.ts";

/** Stores the ticket with the job; a retry uses the stored one without a request, and a database outage repeats no request. */
export async function readTicket(deps: ProveDeps, jobId: string, signal: AbortSignal): Promise<void> {
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  const job = await kept(() => readJob(deps, jobId));
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
  const isGiven = title !== "" || description !== "";
  const system = isGiven ? null : await kept(() => ticketSystemOf(deps, job.projectId));
  const read = system === null ? ticket : await fetched(deps, system, ticket);
  await kept(() => keepProofPart(deps.models, jobId, "ticket", read));
}

/** Returns the ticket from its system; a refusal becomes the ticket's problem, and does not fail the proof. */
async function fetched(deps: ProveDeps, system: TicketSystem, ticket: Ticket): Promise<Ticket> {
  try {
    const { title, description, url } = await (await openTicket(system, ticket.key, allowListOf(deps.config))).read();
    return {
      key: ticket.key,
      title: truncate(title, TICKET_LIMITS.title),
      description: truncate(description, TICKET_LIMITS.description),
      source: system.system,
      url: truncate(url, TICKET_LIMITS.title),
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    deps.log("warn", "a ticket could not be read", { system: system.system, status: error.status });
    return { ...ticket, source: system.system, problem: ticketProblem(system.system, error, ticket.key) };
  }
}
