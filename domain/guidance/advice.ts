// What each pillar advises about its problems.
import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import type { ProblemAdvice } from "../pillars/advice.ts";
import type { PillarDeclaration } from "../pillars/declaration.ts";
import { byPillar } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { FoundProblem } from "../problems/problem.ts";

/** A finding that only warns, or that a person must look at, may be wrong. */
const OF_FINDINGS: ProblemAdvice = {
  kinds: ["failed"],
  closer: ({ pillar }) => ({
    label: `${PILLAR_NAME[pillar as Pillar]} report`,
    action: "readReport",
    args: { pillar },
  }),
};

/** Whether a problem asks for work; what is only worth knowing is no issue. */
export const asksForWork = (pillar: Pillar, { kind, severity }: Pick<FoundProblem, "kind" | "severity">): boolean =>
  severity !== "info" && ADVICE[pillar].kinds.includes(kind);

export const ADVICE: Readonly<Record<Pillar, ProblemAdvice>> = byPillar(
  DECLARED_PILLARS,
  (pillar: PillarDeclaration) => pillar.advice ?? OF_FINDINGS,
);
