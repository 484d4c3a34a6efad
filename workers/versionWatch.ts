// Keeps a version of the workers current, and takes over runs of versions whose workers are gone.
import { isGrpcServiceError } from "@temporalio/client";
import { deserted, type Promotion, promotesItself } from "../domain/deployments.ts";
import { messageOf } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Deployments } from "../platform/temporal/deployments.ts";

/** Temporal knows a build when its workers have polled: about a second after their start. */
const SOON_MS = 500;
const LATER_MS = 10_000;

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

type Round = { settled: boolean };

/** One look. Answers whether the own build is known, and current unless another one is rightly so. */
export async function lookAtVersions(
  { own, mode, deployments, alive, log }: VersionWatch,
  first: boolean,
): Promise<Round & { current: string | null }> {
  const [builds, living] = await Promise.all([deployments.builds(), alive()]);
  let current = builds.find((one) => one.current)?.build ?? null;
  if (promotesItself({ mode, own, current, alive: living, first })) {
    if (!(await deployments.promote(own))) return { settled: false, current };
    log("info", "this worker's version is current", { version: own, before: current });
    current = own;
  }
  if (current === own)
    for (const build of deserted(
      builds.map((one) => one.build),
      own,
      living,
    )) {
      const moved = await deployments.moveOn(build);
      if (moved > 0)
        log("warn", "no worker of a version runs: its runs continue here", { version: build, runs: moved });
    }
  return { settled: true, current };
}

/** Looks until it is stopped. Trouble is logged once and tried again. */
export function watchVersions(watch: VersionWatch): () => void {
  let timer: NodeJS.Timeout | undefined;
  let first = true;
  let said = "";
  const say = (line: string) => {
    if (line !== said) watch.log("warn", line, { version: watch.own });
    said = line;
  };
  let stopped = false;
  const look = async () => {
    let settled = false;
    try {
      const round = await lookAtVersions(watch, first);
      settled = round.settled;
      if (settled) first = false;
      if (settled && round.current !== watch.own)
        say(
          `this worker's version ${watch.own} is not the current one (${round.current ?? "none is"}): it gets no new runs until "admin deploy promote ${watch.own}"`,
        );
      else said = "";
    } catch (error) {
      const none = isGrpcServiceError(error) && error.code === UNIMPLEMENTED;
      say(
        none
          ? "this Temporal knows no versions of workers: set SVC_WORKER_PROMOTION=off"
          : `the versions of the workers cannot be read: ${messageOf(error)}`,
      );
    }
    if (!stopped) timer = setTimeout(look, settled ? LATER_MS : SOON_MS);
  };
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
