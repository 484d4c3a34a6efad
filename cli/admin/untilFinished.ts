// Waits until a worker has finished what a command asked for.
import { setTimeout as pause } from "node:timers/promises";
import { CliError, EXIT } from "../exit.ts";

/** Workers look every 30 s, or at the interval of SVC_RECONCILE_EVERY_MS. If none has started it within this time, none is running. */
const TAKEN_MS = 180_000;
const LOOK_MS = 500;

/** `what` it is, for the error that no worker has started it. */
export async function untilFinished<View extends { status: string; finishedAt: unknown }>(
  what: string,
  first: View,
  read: (before: View) => Promise<View>,
): Promise<View> {
  const until = Date.now() + TAKEN_MS;
  let now = first;
  while (now.finishedAt === null) {
    if (now.status === "waiting" && Date.now() > until)
      throw new CliError(
        EXIT.unavailable,
        "unavailable",
        `No worker has started the ${what}. It starts when the service is running.`,
      );
    await pause(LOOK_MS);
    now = await read(now);
  }
  return now;
}
