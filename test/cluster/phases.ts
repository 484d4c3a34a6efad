// Brings a work to one of its phases, and holds it there.
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import type { Phase, Stage, Work } from "../support/killedWork.ts";

/** Longer than a machine is slow for. */
const REACHED_MS = 240_000;
/** A caller that is cut off never learns that the other side has closed its connection, so it asks again after this time. */
const ANSWER_MS = 30_000;

export type Held = {
  /** Id of the run, job or recording; null until it is known. */
  id: string | null;
  /** Resolves with the id. */
  accepted: Promise<string>;
  /** The machine that is held, or null if the request does not come from one of our machines. */
  host: string | null;
  release(): void;
};

/** Returns the chain of phases that lead to the target: each is held only after the previous one is over. */
function wayTo(work: Work, target: Phase): Phase[] {
  const before = work.phases.find(({ name }) => name === target.after);
  const start = work.phases.find(({ name }) => name === "start");
  const way = before ? [...wayTo(work, before), target] : [target];
  return start && !way.includes(start) && way[0] !== start ? [start, ...way] : way;
}

/**
 * Starts the work, and resolves when the phase is held. `start` may be called repeatedly until it succeeds, with the same key.
 * `machineAt`: returns the machine with an address.
 */
export async function holdAt(
  { holds, site }: Stage,
  { work, target, start }: { work: Work; target: Phase; start(): Promise<string> },
  machineAt: (address: string) => string | undefined,
): Promise<Held> {
  const way = wayTo(work, target);
  const arm = (phase: Phase, id: string) => {
    const place = phase.at(id);
    if ("write" in place) holds.hold(phase.name, place.write);
    else site.hold(phase.name, place.visit);
  };
  const release = ({ name }: Phase) => {
    holds.release(name);
    site.release(name);
  };
  const releaseAll = () => way.forEach(release);
  let id: string | null = null;
  try {
    // A phase that follows no other needs no id to be identified.
    for (const phase of way) if (phase.after === undefined) arm(phase, "");
    const asked = () => Promise.race([start().catch(() => null), sleep(ANSWER_MS, null)]);
    const accepted = eventually("the work is accepted", asked, REACHED_MS);
    accepted.catch(() => undefined);
    for (const phase of way) {
      const isReached = () => holds.reached(phase.name) + site.waiting(phase.name) > 0;
      await eventually(`the phase ${phase.name} is reached`, isReached, REACHED_MS);
      if (phase === target) break;
      // The start completes only after it is released.
      if (phase.name === "start") release(phase);
      id = await accepted;
      for (const next of way) if (next.after === phase.name) arm(next, id);
      release(phase);
    }
    const visitor = site.waitsFor(target.name);
    const host = (visitor === null ? holds.hostOf(target.name) : machineAt(visitor)) ?? null;
    return { id, accepted, host, release: releaseAll };
  } catch (error) {
    releaseAll();
    throw error;
  }
}
