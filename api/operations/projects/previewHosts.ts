// Hosts on which a project's runs may visit previews. Only administrators can change them, because access data is sent to these hosts.
import { array, object, string } from "yup";
import { previewHostProblem } from "../../../domain/net/previewHosts.ts";
import { previewsOf } from "../../../models/environments/previews.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { revisionOf } from "../../lib/versionConflict.ts";
import { changePart } from "./changePart.ts";

const MAX_HOSTS = 20;
/** Maximum number of branches whose previews are listed, most recent first. */
const MAX_PREVIEWS = 100;

export const previewHostsShape = array()
  .of(
    string()
      .max(260)
      .required()
      .test("host", (value, context) => {
        const message = value == null ? null : previewHostProblem(value);
        return message === null || context.createError({ message });
      }),
  )
  .max(MAX_HOSTS);
const INPUT = object({ project: projectField.required(), hosts: previewHostsShape.required(), rev: string() })
  .noUnknown()
  .required();

/** `lastRunAt`: ISO 8601. */
export type PreviewsView = {
  hosts: string[];
  rev: string;
  previews: { environmentId: string; branch: string; baseUrl: string; lastRunAt: string | null }[];
};

/** Returns the hosts, and the previews of branches with recent runs. */
export async function readPreviews(
  ctx: AdminContext,
  caller: Caller,
  { project: named }: { project: string },
): Promise<PreviewsView> {
  mustBeAllowed(caller, "view");
  return viewOf(ctx, await resolveProject(ctx, caller, named));
}

/**
 * Replaces the hosts; an empty list allows no previews. Throws `validation_error` for a pattern that matches host names anybody could
 * register, and `conflict` with `now` if somebody else has changed them since `rev`.
 */
export async function setPreviewHosts(
  ctx: AdminContext,
  caller: Caller,
  input: { project: string; hosts: unknown; rev?: string },
): Promise<PreviewsView> {
  mustBeAllowed(caller, "administer");
  const { project: named, hosts, rev } = checked(INPUT, input);
  const project = await resolveProject(ctx, caller, named);
  const previewHosts = [...new Set(hosts)];
  const edited = { name: "the allowed hosts", rev, view: hostsOf };
  const { before, after } = await changePart(ctx, project, () => ({ previewHosts }), edited);
  if (after !== before)
    await recordAudit(ctx, caller, "project.previewHosts", project._id, { project: project.slug, hosts: previewHosts });
  return viewOf(ctx, after);
}

const hostsOf = ({ previewHosts = [] }: Project) => ({ hosts: previewHosts, rev: revisionOf(previewHosts) });

async function viewOf({ models }: AdminContext, project: Project): Promise<PreviewsView> {
  const previews = await previewsOf(models, project._id, MAX_PREVIEWS);
  return {
    ...hostsOf(project),
    previews: previews.map(({ _id: environmentId, preview, baseUrl, lastRunAt }) => ({
      environmentId,
      branch: preview?.branch ?? "",
      baseUrl,
      lastRunAt: lastRunAt?.toISOString() ?? null,
    })),
  };
}
