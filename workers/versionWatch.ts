// Keeps a version of the workers current, and takes over runs of versions whose workers are gone.
import { isGrpcServiceError } from "@temporalio/client";
import { deserted, type Promotion, promotesItself } from "../domain/deployments.ts";
import { messageOf } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Deployments } from "../platform/temporal/deployments.ts";

/** Temporal knows a build when its workers have polled: about a second after their start. */
const SOON_MS = 500;
const LATER_MS = 10_000;
/** While the same workers run nothing has to be done: Temporal, which lists every past version, is asked this seldom. */
const UNCHANGED_MS = 120_000;
/** A version in which no run was found so often has none, and gets none: Temporal's list may lag behind its executions. */
const EMPTY_LOOKS = 2;
const FORGET_EMPTY_MS = 3_600_000;
/** After trouble the presence of others may be old without their being gone: nothing is taken from them for this long. */
const CALM_MS = 45_000;

/** gRPC: UNIMPLEMENTED. */
const UNIMPLEMENTED = 12;

export type VersionWatch = {
  own: string;
  mode: Promotion;
  deployments: Deployments;
  /** Builds of which a worker for workflows runs. */
  alive(): Promise<ReadonlySet<string>>;
  log: Log;
};

type Round = { settled: boolean; current: string | null };

/** Deserted versions, and how often each was found without a run. */
export type EmptyLooks = Map<string, number>;

/**
 * One look. Answers whether the own build is known, and current unless another one is rightly so. `calm`: who is not seen to be alive
 * is gone. `empty`: kept from look to look, so that past versions are not searched for ever.
 */
export async function lookAtVersions(
  { own, mode, deployments, alive, log }: VersionWatch,
  first: boolean,
  calm = true,
  empty: EmptyLooks = new Map(),
): Promise<Round> {
  const [builds, living] = await Promise.all([deployments.builds(), alive()]);
  for (const build of living) empty.delete(build);
  let current = builds.find((one) => one.current)?.build ?? null;
  // Where no version is current nobody is overtaken, and every new run waits.
  if ((calm || current === null) && promotesItself({ mode, own, current, alive: living, first })) {
    if (!(await deployments.promote(own))) return { settled: false, current };
    log("info", "this worker's version is current", { version: own, before: current });
    current = own;
  }
  if (calm && current === own)
    for (const build of deserted(
      builds.map((one) => one.build),
      own,
      living,
    )) {
      const looks = empty.get(build) ?? 0;
      if (looks >= EMPTY_LOOKS) continue;
      const moved = await deployments.moveOn(build);
      empty.set(build, moved === 0 ? looks + 1 : 0);
      if (moved > 0)
        log("warn", "no worker of a version runs: its runs continue here", { version: build, runs: moved });
    }
  return { settled: true, current };
}

/** Looks until it is stopped, `everyMs` apart. Trouble is logged once and tried again. */
export function watchVersions(watch: VersionWatch, everyMs = LATER_MS): () => void {
  let timer: NodeJS.Timeout | undefined;
  let first = true;
  let said = "";
  let troubledAt = Number.NEGATIVE_INFINITY;
  const say = (line: string) => {
    if (line !== said) watch.log("warn", line, { version: watch.own });
    said = line;
  };
  let stopped = false;
  const empty: EmptyLooks = new Map();
  /** What was empty may be so no more: an operator can set an execution back to a step of before. */
  let emptySince = performance.now();
  /** The last whole look that had nothing left to do: who was alive then, and when it was. */
  let still: { alive: string; at: number } | null = null;
  const look = async () => {
    let settled = false;
    try {
      const alive = await watch.alive();
      const now = performance.now();
      const who = [...alive].sort().join(" ");
      if (now - emptySince > FORGET_EMPTY_MS) {
        empty.clear();
        emptySince = now;
      }
      if (still !== null && still.alive === who && now - still.at < UNCHANGED_MS) {
        settled = true;
        return;
      }
      const calm = now - troubledAt > CALM_MS;
      const round = await lookAtVersions({ ...watch, alive: async () => alive }, first, calm, empty);
      settled = round.settled;
      still =
        settled && calm && [...empty.values()].every((looks) => looks >= EMPTY_LOOKS) ? { alive: who, at: now } : null;
      if (settled) first = false;
      if (settled && round.current !== watch.own)
        say(
          `this worker's version ${watch.own} is not the current one (${round.current ?? "none is"}): it gets no new runs until "admin deploy promote ${watch.own}"`,
        );
      else said = "";
    } catch (error) {
      still = null;
      troubledAt = performance.now();
      const none = isGrpcServiceError(error) && error.code === UNIMPLEMENTED;
      say(
        none
          ? "this Temporal knows no versions of workers: set SVC_WORKER_PROMOTION=off"
          : `the versions of the workers cannot be read: ${messageOf(error)}`,
      );
    } finally {
      if (!stopped) timer = setTimeout(look, settled ? everyMs : SOON_MS);
    }
  };
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
