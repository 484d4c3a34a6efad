// Reads an open page: runs axe, our naming and the reader itself in an isolated script world.

import { CaptureFailure } from "../../browsers/page/failures.ts";
import { DocumentGoneError, LateError, type World, worldsOf } from "../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../browsers/page/visit.ts";
import { inject } from "../pillars/a11y/runAxe.ts";
import { installReader, type Reader } from "./inPage/reader.ts";
import { installWatcher } from "./inPage/watcher.ts";

/** Queries the page; `args` are plain data. Rejects with CaptureFailure if the page does not respond or navigates. */
export type AskPage = <M extends keyof Reader>(
  method: M,
  ...args: Parameters<Reader[M]>
) => Promise<Awaited<ReturnType<Reader[M]>>>;
export type OpenReader = { ask: AskPage; world: World };

/** The page went to another address while it was read: the next page can be read. */
export class MovedOnFailure extends CaptureFailure {
  constructor() {
    super("page_error", "The page went to another address while it was read.");
  }
}

/** An open page, however it was opened. */
export type OpenPage = Pick<Visit, "lease" | "page" | "guard" | "limits" | "traffic">;

/** Maximum wait for pending requests. */
const QUIET_MS = 3_000;

/**
 * Waits until the page has no pending requests, and prepares to read it. `watchMs`: how long to record changes the page makes on
 * its own, starting immediately; `ask("watched")` returns them.
 */
export async function openReader(
  { lease, guard, limits, traffic }: OpenPage,
  { watchMs }: { watchMs?: number } = {},
): Promise<OpenReader> {
  return answered(async () => {
    const world = await guard.run(worldsOf(lease, guard).main(), limits.answerMs, () => new LateError(limits.answerMs));
    if (watchMs !== undefined) await world.evaluate(`(${installWatcher})(${watchMs})`, limits.answerMs);
    await traffic.quiet(QUIET_MS);
    await inject(world, limits.answerMs);
    await world.evaluate(`(${installReader})()`, limits.answerMs);
    const ask: AskPage = (method, ...args) => {
      const given = args.map((arg) => JSON.stringify(arg)).join(",");
      return answered(() => world.evaluate(`plumblineReader.${method}(${given})`, limits.answerMs));
    };
    return { ask, world };
  });
}

/** Runs work in the reader's script world, and reports its errors as failures of the page. */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentGoneError) throw new MovedOnFailure();
    if (error instanceof LateError)
      throw new CaptureFailure("timeout", "The page keeps its browser so busy that it did not answer in time.");
    throw error;
  }
}
