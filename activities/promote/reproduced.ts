// Compares the captures of a baseline in pairs, and decides on the result.
import { confirmation, type Taken } from "../../domain/visual/confirm.ts";
import type { RestlessRegion } from "../../domain/visual/outcome.ts";

type Seen = Taken & { restless?: readonly RestlessRegion[] };

/** `counts`: the screenshot that becomes the baseline. `restless`: what kept changing in any capture that agrees with it. */
export type Reproduced<T> =
  | { kind: "again"; rest: boolean }
  /** `others`: captures that do not agree with it. */
  | { kind: "settled"; counts: T; restless: RestlessRegion[]; rests: boolean; others: T[] }
  | { kind: "unsettled"; counts: T; restless: RestlessRegion[]; others: T[] };

/** `seen`: in the order of their attempts, at least one. `tries`: number of captures after the first, including failed ones. */
export async function reproduced<T extends Seen>(
  seen: readonly T[],
  tries: number,
  passes: (baseline: T, test: T) => Promise<boolean>,
): Promise<Reproduced<T>> {
  const pairs = new Set<string>();
  for (const [at, a] of seen.entries())
    for (const b of seen.slice(at + 1)) if (await passes(a, b)) pairs.add(nameOf(a, b));
  const agree = (a: Taken, b: Taken): boolean => pairs.has(nameOf(a, b));
  const decision = confirmation(seen, tries, agree);
  if (decision.kind === "again") return decision;
  const counts = seen.find(({ attempt }) => attempt === decision.attempt) as T;
  const others = seen.filter((one) => one !== counts && !agree(one, counts) && !agree(counts, one));
  const restless = distinct(seen.filter((one) => !others.includes(one)).flatMap((one) => one.restless ?? []));
  return decision.kind === "settled"
    ? { kind: "settled", counts, restless, rests: decision.rests, others }
    : { kind: "unsettled", counts, restless, others };
}

const nameOf = (a: Taken, b: Taken): string => `${a.attempt} ${b.attempt}`;

export function distinct(regions: readonly RestlessRegion[]): RestlessRegion[] {
  return [...new Map(regions.map((one) => [JSON.stringify([one.selector, one.box]), one])).values()];
}
