// One feature for the editor: its text, what is wrong with it, and what it was.
import type { Project } from "../../../../models/project.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { readFeatureOf, readHistory } from "../../functional/findFeature.ts";
import { checkGherkin } from "./checkGherkin.ts";

export async function readAppFeature(
  ctx: OperationContext,
  caller: Caller,
  { project, featureId }: { project: Project; featureId: string },
) {
  const { feature } = await readFeatureOf(ctx, caller, { project, featureId });
  const { gherkin, name, group, status, origin, version, tags, tickets, updatedAt, updatedBy } = feature;
  const [history, { ready, problems, scenarios }] = await Promise.all([
    readHistory(ctx, feature),
    checkGherkin(ctx, caller, { project, gherkin, suggest: false }),
  ]);
  return {
    ...{ featureId, name, group, status, origin, version, tags, tickets, gherkin, ready, problems, scenarios },
    ...{ updatedAt: updatedAt.toISOString(), updatedBy },
    history: history.map((one) => ({
      ...{ version: one.version, what: one.what, at: one.at.toISOString(), by: one.by, status: one.status },
    })),
  };
}
