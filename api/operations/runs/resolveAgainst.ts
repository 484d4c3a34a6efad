// Resolves what a caller wants a run compared with before anything starts, so that an unsuitable reference starts nothing.

import type { Pillar } from "../../../domain/audit/pillars.ts";
import { pagesOfRun } from "../../../domain/audit/sitePages.ts";
import { fieldError } from "../../../domain/errors.ts";
import type { AskedReference } from "../../../domain/history/asked.ts";
import {
  FULL_AUDIT,
  partsOfType,
  pillarOf,
  type StatusType,
  shotKindOf,
  TYPE_OF_PILLAR,
} from "../../../domain/runTypes.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { type Fitting, referenceFor } from "./referenceFor.ts";
import { requireSameScreens, type Wish } from "./sameScreens.ts";

type Asking = {
  asked: string;
  type: StatusType;
  extra: Record<string, unknown>;
  pages: Run["pages"];
  input: Wish;
  environment: Pick<Environment, "_id"> | null;
};

/** Throws `validation_error` if the reference does not exist, was never measured, or does not fit the run. */
export function resolveAgainst(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  asking: Asking,
): Promise<AskedReference> {
  const { asked, input, environment } = asking;
  return referenceFor(ctx, project, {
    asked,
    environmentId: environment?._id ?? null,
    wanted: compared(project, asking),
    requireFit: async ({ type }, run) => {
      if (shotKindOf(type) === "visual") await requireSameScreens(ctx, project, { run, input });
    },
  });
}

/** Returns the runs that are compared; for a full audit its parts. Throws if nothing is compared. */
function compared({ settings }: Project, { type, extra, pages, input, environment }: Asking): Fitting[] {
  const { pillars = [] } = extra as { pillars?: Pillar[] };
  const types = type === FULL_AUDIT ? pillars.flatMap((pillar) => TYPE_OF_PILLAR[pillar] ?? []) : [type];
  const some = types.filter((one) => partsOfType(one) !== "scenarios" && shotKindOf(one) !== "baseline");
  if (some.length === 0) throw fieldError("against", "This run is not compared with another one: omit against.");
  const scenarios = input.scenarios ?? null;
  const environmentId = environment?._id ?? null;
  return some.map((one) => {
    const pagesOf = () => pagesOfRun({ pillar: pillarOf(one), settings, asked: input.pages, scenarios });
    return { type: one, scenarios, environmentId, pages: type === FULL_AUDIT ? pagesOf() : pages };
  });
}
