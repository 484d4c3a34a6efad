// Plans an artificial history of several projects: which run of which kind happened when, on which branch and environment. Pure, and
// deterministic for a seed.
import { AUDIT_PILLARS, type AuditPillar } from "../../domain/audit/pillars.ts";
import { FULL_AUDIT, type StatusType, TYPE_OF_PILLAR } from "../../domain/runTypes.ts";
import { randomOf } from "../../test/domain/history/oracle/random.ts";

export const SCENARIOS = 25;
export const VIEWPORTS = ["phone", "tablet", "desktop"] as const;
/** Results of a visual test. Since visual tests are half of the runs, the average is 35 results per run. */
export const SHOTS = SCENARIOS * VIEWPORTS.length;
export const FEATURES = 10;
const DAYS = 365;
const DAY_MS = 86_400_000;
/** Share of runs by project; the first one has the most. */
const SHARES = [0.4, 0.2, 0.2, 0.2];
/** Number of runs of a branch before the next one starts. */
const RUNS_A_BRANCH = 12;

export type PlannedRun = {
  id: string;
  project: number;
  type: StatusType;
  pillar: AuditPillar | null;
  parentRunId: string | null;
  at: Date;
  /** null for the main branch. */
  branch: string | null;
  prNumber: number | null;
  /** Index of the environment. */
  environment: 0 | 1;
  status: "completed" | "failed";
  /** Share that differs or fails, from 0 to 1. */
  bad: number;
  /** Index of its commit in the project's history. */
  commit: number;
};

/** How often each kind is started. Full audits start the others as parts. */
const KINDS: readonly (readonly [StatusType, number])[] = [
  ["vrt-test", 0.52],
  ["baseline", 0.02],
  ["frt-test", 0.1],
  ...AUDIT_PILLARS.map((pillar) => [TYPE_OF_PILLAR[pillar] as StatusType, 0.05] as const),
  [FULL_AUDIT, 0.02],
];

const pillarOfType = (type: StatusType): AuditPillar | null =>
  AUDIT_PILLARS.find((pillar) => TYPE_OF_PILLAR[pillar] === type) ?? null;

/** Returns the index of the share that a number between 0 and their sum falls into. */
function placeIn(shares: readonly number[], number: number): number {
  let left = number;
  for (const [at, share] of shares.entries()) {
    left -= share;
    if (left < 0) return at;
  }
  return shares.length - 1;
}

/** Returns `runs` runs of all projects together, oldest first; parts of full audits count. */
export function planRuns(runs: number, until: Date, seed = 30): PlannedRun[] {
  const random = randomOf(seed);
  const planned: PlannedRun[] = [];
  const started = SHARES.map(() => 0);
  const total = KINDS.reduce((sum, [, share]) => sum + share, 0);
  const kind = (): StatusType =>
    KINDS[
      placeIn(
        KINDS.map(([, share]) => share),
        (random.int(1_000) / 1_000) * total,
      )
    ]![0];
  const project = (): number => placeIn(SHARES, random.int(1_000) / 1_000);
  while (planned.length < runs) {
    const own = project();
    const number = started[own] ?? 0;
    started[own] = number + 1;
    const type = kind();
    const onMain = random.chance(0.3);
    const pr = Math.floor(number / RUNS_A_BRANCH) + 1;
    const at = new Date(until.getTime() - DAYS * DAY_MS * (1 - planned.length / runs) - random.int(60_000));
    const id = `run_${at.getTime().toString(36)}${String(planned.length).padStart(6, "0")}`;
    const base = {
      project: own,
      at,
      branch: onMain ? null : `feature-${pr}`,
      prNumber: onMain ? null : pr,
      environment: random.chance(0.7) ? (0 as const) : (1 as const),
      status: (random.chance(0.95) ? "completed" : "failed") as PlannedRun["status"],
      bad: random.chance(0.5) ? 0 : random.int(20) / 100,
      commit: number,
    };
    planned.push({ ...base, id, type, pillar: pillarOfType(type), parentRunId: null });
    if (type !== FULL_AUDIT) continue;
    for (const pillar of AUDIT_PILLARS)
      planned.push({
        ...base,
        id: `${id}-${pillar}`,
        type: TYPE_OF_PILLAR[pillar] as StatusType,
        pillar,
        parentRunId: id,
      });
  }
  return planned;
}

export const PROJECTS = SHARES.length;
export const shaOf = (project: number, commit: number): string => `${project}${commit.toString(16)}`.padStart(40, "ab");
