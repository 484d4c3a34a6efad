// Validates a request to inspect a page. The workflow's input only names records and is not trusted otherwise: the page's
// project, its address and its viewport are determined here from the database.
import { INSPECTION_MS, type InspectionRequest } from "../../domain/inspect/inspection.ts";
import { judgeAddress } from "../../domain/net/pageAddress.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import { environmentOf } from "../../models/environments/queries.ts";
import type { Models } from "../../models/index.ts";
import { findProject } from "../../models/projects/queries.ts";
import { invalid } from "../failures.ts";
import { testIdAttributeOf } from "../functional/testIds.ts";

/** Rejects with a non-retryable failure. The format of the input was validated before (activities/inputs.ts). */
export async function readRequest(
  { models }: { models: Models },
  given: InspectionRequest,
): Promise<InspectionRequest> {
  const { projectId, environmentId, what } = given;
  if (!Object.hasOwn(INSPECTION_MS, what)) throw invalid("Page request not found.");
  const project = await findProject(models, projectId, { baseUrl: 1, viewports: 1 });
  if (!project) throw invalid("The project is not in the database.");
  const environment =
    environmentId === null ? null : await environmentOf(models, projectId, environmentId, { baseUrl: 1 });
  if (environmentId !== null && !environment) throw invalid("The environment does not belong to the project.");
  const site = judgeAddress(environment?.baseUrl ?? project.baseUrl);
  const page = judgeAddress(given.url);
  if (page.fault !== undefined) throw invalid(`The page was not opened: its address ${page.message}.`);
  if (page.url.origin !== site.url?.origin) throw invalid("The page was not opened: it is not on the project's site.");
  const { name } = given.viewport;
  return {
    ...given,
    url: page.url.href,
    viewport: project.viewports?.[name] ?? DEFAULT_VIEWPORTS[name],
  };
}

/** Returns the base address for steps on the site, and the name of its environment. */
export async function siteOf(
  models: Models,
  { projectId, environmentId }: Pick<InspectionRequest, "projectId" | "environmentId">,
): Promise<{ baseUrl: string; environment: string | null; testIdAttribute?: string | undefined }> {
  const project = await findProject(models, projectId, { baseUrl: 1, settings: 1 });
  const environment =
    environmentId === null ? null : await environmentOf(models, projectId, environmentId, { baseUrl: 1, name: 1 });
  const baseUrl = environment?.baseUrl ?? project?.baseUrl;
  if (baseUrl === undefined) throw invalid("The project is not in the database.");
  return { baseUrl, environment: environment?.name ?? null, testIdAttribute: testIdAttributeOf(project) };
}
