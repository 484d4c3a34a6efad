// The ticket system of a project, as configured by its operator.
import type { TicketSystem } from "../../domain/proof/ticketSystem.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { ProveDeps } from "./deps.ts";

/** null: the project has none. */
export async function ticketSystemOf({ models, sealer }: ProveDeps, projectId: string): Promise<TicketSystem | null> {
  const project = await findProject(models, projectId, { sealedTickets: 1 });
  return project?.sealedTickets ? (JSON.parse(sealer.open(project.sealedTickets)) as TicketSystem) : null;
}
