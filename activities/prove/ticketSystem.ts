// The ticket system of a project, as its operator set it.
import type { TicketSystem } from "../../domain/proof/ticketSystem.ts";
import type { ProveDeps } from "./deps.ts";

/** null: the project has none. */
export async function ticketSystemOf({ models, sealer }: ProveDeps, projectId: string): Promise<TicketSystem | null> {
  const project = await models.projects.findById(projectId, { sealedTickets: 1 }).lean();
  return project?.sealedTickets ? (JSON.parse(sealer.open(project.sealedTickets)) as TicketSystem) : null;
}
