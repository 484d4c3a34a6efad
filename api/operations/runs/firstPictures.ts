// Baseline captures that a key or a schedule requests on a protected main branch may only capture missing baselines.
import { ProductError } from "../../../domain/errors.ts";
import { protectedRefusal } from "../../../domain/history/protection.ts";
import type { UploadState } from "../../../domain/uploads.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import { loadBaselines } from "../../../models/baselines/load.ts";
import { partsOfScenario } from "../../../models/baselines/partsOfScenario.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { isKeptFrom } from "../../lib/protectedMain.ts";

type Wanted = {
  project: Project;
  environment: Environment | null;
  input: { scenarios?: string[]; browsers?: BrowserName[]; branch?: string };
  /** For uploads it is not yet known which screenshots will be sent. */
  upload: UploadState | undefined;
};

/** Returns whether the run may only capture missing baselines. Throws `forbidden` if every screenshot already has one. */
export async function capturesFirstOnly(
  { models }: Pick<OperationContext, "models">,
  caller: Caller,
  { project, environment, input, upload }: Wanted,
): Promise<boolean> {
  const branch = input.branch || null;
  if (!isKeptFrom(caller, project, branch)) return false;
  if (upload) return true;
  const [scenarios, baselines] = await Promise.all([
    scenariosOf(models, project._id, {
      declared: true,
      labels: input.scenarios,
      visitedFrom: branch,
      fields: { selectors: 1, viewports: 1, modes: 1 },
    }),
    loadBaselines(models, { project, environmentId: environment?._id ?? null, branch }),
  ]);
  const browsers = input.browsers ?? ["chromium" as const];
  const lacks = (scenario: (typeof scenarios)[number]): boolean =>
    partsOfScenario(scenario, project).some((part) =>
      browsers.some((browser) => baselines.find({ ...part, browser }) === null),
    );
  // A project without scenarios is refused during planning, with its own message.
  if (scenarios.length === 0 || scenarios.some(lacks)) return true;
  throw new ProductError("forbidden", protectedRefusal(project.mainBranch, "replacing baselines"));
}
