// A project's ticket system: stored sealed, shown without its token.
import { boolean, object, string } from "yup";
import { TICKET_SYSTEMS, type TicketSystem } from "../../../domain/proof/ticketSystem.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { revisionOf } from "../../lib/versionConflict.ts";
import { changePart } from "./changePart.ts";

const LINE = /^[\x21-\x7e]*$/;
/** Input of the ticket system. */
export const TICKET_SYSTEM = object({
  system: string().oneOf(TICKET_SYSTEMS).required(),
  baseUrl: string()
    .max(300)
    .matches(/^https?:\/\/[^\s@?#]+$/, "must be an http(s) address without credentials or a query")
    .required(),
  email: string().max(200).matches(LINE, "must be one word").nullable().default(null),
  token: string().min(1).max(2_000).matches(LINE, "must be one word").required(),
  repository: string()
    .max(200)
    .matches(/^[\w.-]+(?:\/[\w.-]+)+$/, "must be owner/name or group/name")
    .nullable()
    .default(null),
  comment: boolean().default(false),
})
  .noUnknown()
  .test("repository", "must have a repository (owner/name or group/name)", (value) => {
    return value?.system === "jira" || Boolean(value?.repository);
  });

/** `tickets`: null if the project has none. `rev` changes with the token, too. */
export type TicketSystemView = { tickets: Omit<TicketSystem, "token"> | null; rev: string };

export async function readTicketSystem(
  ctx: AdminContext,
  caller: Caller,
  { project: reference }: { project: string },
): Promise<TicketSystemView> {
  mustBeAllowed(caller, "administer");
  return viewOf(ctx, await resolveProject(ctx, caller, reference));
}

/**
 * Sets the ticket system; `system` null removes it. Throws `validation_error` with the paths of invalid fields, but never their values,
 * and `conflict` with `now` if somebody else has changed it since `rev`.
 */
export async function setTicketSystem(
  ctx: AdminContext,
  caller: Caller,
  { project: reference, system, rev }: { project: string; system: unknown; rev?: string },
): Promise<TicketSystemView> {
  mustBeAllowed(caller, "administer");
  const plain = system === null ? null : (checked(TICKET_SYSTEM.required(), system) as TicketSystem);
  const project = await resolveProject(ctx, caller, reference);
  const sealedTickets = plain === null ? null : ctx.sealer.seal(JSON.stringify(plain));
  const view = (read: Project) => viewOf(ctx, read);
  const edited = { name: "the ticket system", rev, view };
  const { after } = await changePart(ctx, project, () => ({ sealedTickets }), edited);
  await recordAudit(ctx, caller, "project.tickets", project._id, {
    project: project.slug,
    system: plain?.system ?? null,
  });
  return view(after);
}

function viewOf({ sealer }: Pick<AdminContext, "sealer">, { sealedTickets }: Project): TicketSystemView {
  const rev = revisionOf(sealedTickets);
  if (!sealedTickets) return { tickets: null, rev };
  const { token: _, ...tickets } = JSON.parse(sealer.open(sealedTickets)) as TicketSystem;
  return { tickets, rev };
}
