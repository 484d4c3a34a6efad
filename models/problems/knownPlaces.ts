// Determines how many places the pillar of a run knows, from earlier runs.
import { optionsOf } from "../../domain/functional/runOptions.ts";
import { type Coverage, knownPlaces } from "../../domain/problems/knownPlaces.ts";
import { isPart } from "../../domain/runs/part.ts";
import { partsOfType } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import { mainBranchOf, wholeRunsBefore } from "../runs/before.ts";
import { onMainBranch } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";

/** Number of runs of a branch that are searched for those of each scope, browser and viewport. */
const MAX_LOOKED_AT = 20;

const FIELDS = { type: 1, scenarios: 1, browsers: 1, upload: 1, pages: 1, summary: 1, extra: 1 } as const;
type Covering = Pick<Run, keyof typeof FIELDS>;

/** Returns where a run took its pages from: scenarios, a crawl, or uploaded pictures. Runs of different scopes have no place in common. */
export const scopeOf = ({ upload, pages }: Pick<Run, "upload" | "pages">): string =>
  upload ? "upload" : (pages ?? "scenarios");

/** `lookedAt`: number of places in the run itself. On a branch its own runs take precedence over those of main. */
export async function knownPlacesOf(models: Models, run: Run, lookedAt: number): Promise<number> {
  const mainBranch = await mainBranchOf(models, run.projectId);
  const branches = onMainBranch(run.branch, mainBranch) ? [mainBranch] : [run.branch, mainBranch];
  const before = await Promise.all(
    branches.map((branch) => wholeRunsBefore(models, run, { branch, mainBranch, limit: MAX_LOOKED_AT }, FIELDS)),
  );
  const earlier = before.flat().map((one) => coverageOf(one, placesIn(one)));
  return knownPlaces(coverageOf(run, lookedAt), earlier);
}

function coverageOf(run: Covering, places: number): Coverage {
  return { scope: scopeOf(run), whole: !isPart(run), views: viewsOf(run), places };
}

function viewsOf({ type, browsers, extra }: Covering): readonly string[] {
  if (partsOfType(type) !== "scenarios") return browsers;
  const { viewports } = optionsOf(extra);
  return browsers.flatMap((browser) => viewports.map((viewport) => `${browser} ${viewport}`));
}

/** Returns the number of places according to the run's summary. */
function placesIn({ summary }: Pick<Run, "summary">): number {
  if (summary === null) return 0;
  if ("total" in summary) return summary.total;
  return "pages" in summary ? summary.pages : 0;
}
