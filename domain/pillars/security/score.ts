// Adds up the points of Observatory's results and of our own rules.
import type { SecuritySite } from "./gathered.ts";
import { BONUS_FROM, GRADES, PENALTIES, type Said } from "./modifiers.ts";
import { POINTS, type ScoredPage, TESTS } from "./observatory.ts";

/** `source`: whose points they are. */
export type Modifier = { name: string; points: number; source: "Observatory" | "ours" };
/** `score`: 0 to 100. `total` is not limited: 100 and above is an A+, as in Observatory. */
export type Scored = {
  score: number;
  total: number;
  grade: string;
  modifiers: Modifier[];
  /** By Observatory's points alone. */
  observatory: { score: number; grade: string };
};
export type ScoredHost = Pick<SecuritySite, "redirect" | "tls" | "cors"> & { pages: readonly ScoredPage[] };

/** Computes the score from everything the rules reported (`said`). The worst page counts for each test, so a bonus requires all pages. */
export function scoreOf(said: readonly Said[], host: ScoredHost): Scored {
  const published = TESTS.flatMap((test): { group: string; modifier: Modifier }[] => {
    const results = host.pages.flatMap((page) => test.result(page, host) ?? []);
    // A page to which a test does not apply, such as one without cookies, does not affect the bonus of the others.
    const worst = results.toSorted((a, b) => pointsOf(a) - pointsOf(b))[0];
    if (worst === undefined || pointsOf(worst) === 0) return [];
    if (pointsOf(worst) < 0 && isAccepted(said.filter((one) => test.about(one, worst)))) return [];
    return [{ group: test.name, modifier: { name: worst, points: pointsOf(worst), source: "Observatory" } }];
  });
  const own = PENALTIES.filter(({ when }) => said.some(when)).map(({ group, name, points }) => ({
    group,
    modifier: { name, points, source: "ours" as const },
  }));
  const groups = Map.groupBy([...published, ...own], ({ group }) => group);
  const modifiers = [...groups.values()].flatMap(
    (group) => group.toSorted((a, b) => a.modifier.points - b.modifier.points)[0]?.modifier ?? [],
  );
  const added = addUp(modifiers);
  const alone = addUp(published.map(({ modifier }) => modifier));
  return { ...added, observatory: { score: alone.score, grade: alone.grade } };
}

const pointsOf = (result: string): number => POINTS[result] ?? 0;

/** Whether all of our outcomes are accepted. Without any outcome nothing is accepted. */
function isAccepted(said: readonly Said[]): boolean {
  const open = said.filter(({ outcome }) => outcome !== "passed" && outcome !== "inapplicable");
  return open.length > 0 && open.every(({ outcome }) => outcome === "accepted");
}

/** Adds up the modifiers. Bonuses count only from `BONUS_FROM` points. */
function addUp(all: readonly Modifier[]): Omit<Scored, "observatory"> {
  const penalties = all.filter(({ points }) => points < 0);
  const base = 100 + sum(penalties);
  const modifiers = base >= BONUS_FROM ? [...penalties, ...all.filter(({ points }) => points > 0)] : penalties;
  const total = 100 + sum(modifiers);
  const grade = GRADES.find(([least]) => total >= least)?.[1] ?? "F";
  return { score: Math.min(100, Math.max(0, total)), total, grade, modifiers };
}

const sum = (modifiers: readonly Modifier[]): number => modifiers.reduce((total, { points }) => total + points, 0);
