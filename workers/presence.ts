// Reports every few seconds to the database that the worker is running, so that readiness counts it even while all its slots are taken.
import { hostname } from "node:os";
import type { Worker } from "@temporalio/worker";
import type { Pace } from "../domain/durable/load.ts";
import type { QueueRole } from "../domain/workflowNames.ts";
import type { Models } from "../models/index.ts";
import { forgetPresence, PRESENCE_EVERY_MS, tellPresence } from "../models/workerPresence/queries.ts";

export type Presence = { stop(): Promise<void> };

export type PresenceFacts = {
  everyMs?: number;
  build?: string | null;
  /** Location of the worker's browsers. */
  location?: string | null;
  /** Returns the browsers started so far, with their versions. */
  browsers?(): Iterable<string>;
  /** Whether its Chromium runs in its own sandbox; null if none has been started. */
  sandbox?(): boolean | null;
  /** Returns the browsers' pace once it is known. */
  pace?(): Pace | null;
};

/** Reports the running workers until stopped. If the database is unavailable, it gets the report when it is back. */
export function startPresence(
  models: Models,
  id: string,
  workers: readonly { role: QueueRole; worker: Pick<Worker, "getState"> }[],
  {
    everyMs = PRESENCE_EVERY_MS,
    build = null,
    location = null,
    browsers = () => [],
    sandbox = () => null,
    pace = () => null,
  }: PresenceFacts = {},
): Presence {
  let telling: Promise<void> = Promise.resolve();
  let waits = false;
  const tell = (): void => {
    if (waits) return;
    const queues = workers.filter(({ worker }) => worker.getState() === "RUNNING").map(({ role }) => role);
    if (queues.length === 0) return;
    waits = true;
    const facts = { build, location, host: hostname(), browsers: [...browsers()], sandbox: sandbox(), pace: pace() };
    telling = tellPresence(models, { _id: id, queues, ...facts, seenAt: new Date() })
      // Failures are ignored, because readiness checks the database itself and reports that it is unavailable.
      .catch(() => undefined)
      .finally(() => {
        waits = false;
      });
  };
  const timer = setInterval(tell, everyMs);
  timer.unref();
  tell();
  return {
    async stop() {
      clearInterval(timer);
      await telling;
      await forgetPresence(models, id, new Date()).catch(() => undefined);
    },
  };
}
