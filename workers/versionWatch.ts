// Keeps a version of the workers current, and takes over runs of versions whose workers are gone.
import { isGrpcServiceError } from "@temporalio/client";
import { deserted, type Promotion, promotesItself } from "../domain/deployments.ts";
import { messageOf } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Deployments } from "../platform/temporal/deployments.ts";

/** Retry interval until the own build is known: Temporal knows a build about a second after its workers have started to poll. */
const SOON_MS = 500;
const LATER_MS = 10_000;
/** Interval of the checks while the same workers run. Nothing needs to be done then, and each check makes Temporal list every past version. */
const UNCHANGED_MS = 120_000;
/**
 * Number of checks after which a version without runs is not searched again: it gets no new runs, but Temporal's list may lag behind its
 * executions.
 */
const EMPTY_LOOKS = 2;
const FORGET_EMPTY_MS = 3_600_000;
/**
 * After an error, the known presence of other workers may be outdated although they are running, so nothing is taken over from them for
 * this long.
 */
const CALM_MS = 45_000;

/** gRPC status UNIMPLEMENTED. */
const UNIMPLEMENTED = 12;

export type VersionWatch = {
  own: string;
  mode: Promotion;
  deployments: Deployments;
  /** Returns the builds that have a running workflow worker. */
  alive(): Promise<ReadonlySet<string>>;
  log: Log;
};

type Round = { settled: boolean; current: string | null };

/** Deserted versions, and how often each was found without a run. */
export type EmptyChecks = Map<string, number>;

/**
 * Checks the versions once. `settled` is false if the own build could not be made current because Temporal does not know it yet. `calm`:
 * builds without a present worker are really gone. `empty` is kept between checks, so that past versions are not searched forever.
 */
export async function checkVersions(
  { own, mode, deployments, alive, log }: VersionWatch,
  first: boolean,
  calm = true,
  empty: EmptyChecks = new Map(),
): Promise<Round> {
  const [builds, living] = await Promise.all([deployments.builds(), alive()]);
  for (const build of living) empty.delete(build);
  let current = builds.find((one) => one.current)?.build ?? null;
  // If no version is current, promoting takes nothing from another version, and every new run is waiting.
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

/** Checks every `everyMs` until stopped. An error is logged once, and the check is repeated. */
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
  const empty: EmptyChecks = new Map();
  /** Empty versions are forgotten after a while, because an operator can reset an execution to an earlier point. */
  let emptySince = performance.now();
  /** The last complete check that left nothing to do: which builds were alive, and when. */
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
      const round = await checkVersions({ ...watch, alive: async () => alive }, first, calm, empty);
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
          ? "this Temporal server does not support worker versions: set SVC_WORKER_PROMOTION=off"
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
