// Advice of each pillar about its problems.
import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import type { ProblemAdvice } from "../pillars/advice.ts";
import type { PillarDeclaration } from "../pillars/declaration.ts";
import { byPillar } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { FoundProblem } from "../problems/problem.ts";

/** A finding that only warns, or that needs a manual check, may be wrong. */
const OF_FINDINGS: ProblemAdvice = {
  kinds: ["failed"],
  closer: ({ pillar, runId }) => ({
    label: `${PILLAR_NAME[pillar as Pillar]} report`,
    action: "readReport",
    args: { pillar, runId },
  }),
};

/** Whether a problem requires work; problems that are only worth knowing are not issues. */
export const asksForWork = (pillar: Pillar, { kind, severity }: Pick<FoundProblem, "kind" | "severity">): boolean =>
  severity !== "info" && ADVICE[pillar].kinds.includes(kind);

export const ADVICE: Readonly<Record<Pillar, ProblemAdvice>> = byPillar(
  DECLARED_PILLARS,
  (pillar: PillarDeclaration) => pillar.advice ?? OF_FINDINGS,
);
