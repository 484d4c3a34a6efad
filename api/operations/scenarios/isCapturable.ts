// Decides which scenarios a suggested baseline run may name: it names no branch, and such a run refuses all others.
import { isVisitedFrom } from "../../../domain/projectFile/ofBranch.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";

/** Scenarios of uploaded screenshots get their baselines from the team's own tests, those of a branch from runs of that branch. */
export const isCapturable = (scenario: Pick<Scenario, "source" | "onlyBranches">): boolean =>
  scenario.source !== "upload" && isVisitedFrom(scenario, null);
