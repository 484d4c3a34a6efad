// Playwright's trace of an attempt, without secrets. A trace that cannot be cleaned is left out, and the attempt notes it.
import { randomUUID } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import { inThread, ThreadJobError } from "../../threads/inThread.ts";

/** A larger trace is left out, because reading it would take more memory than a thread has. */
const MAX_BYTES = 60 * 1024 * 1024;
const STOP_MS = 20_000;

export type Traced = { zip: Uint8Array; missing?: undefined } | { zip: null; missing: string };

export type Tracing = { stop(secrets: readonly string[]): Promise<Traced> };

/** Starts after the sign-in, whose steps contain the environment's secrets. Screenshots are taken separately, so the trace has none. */
export async function startTracing(context: BrowserContext, guard: Guard): Promise<Tracing> {
  const began = await bounded(
    guard,
    context.tracing.start({ snapshots: true, screenshots: false, sources: false }).then(() => true),
    10_000,
  );
  return {
    async stop(secrets) {
      if (!began) return { zip: null, missing: "The browser does not trace." };
      const file = path.join(tmpdir(), `trace-${randomUUID()}.zip`);
      try {
        const stopped = await bounded(
          guard,
          context.tracing.stop({ path: file }).then(() => true),
          STOP_MS,
        );
        if (!stopped) return { zip: null, missing: "The browser gave no trace in time." };
        const { size } = await stat(file);
        if (size > MAX_BYTES) return { zip: null, missing: "The trace is too large to store." };
        const zip = await inThread(
          "scrubTrace",
          { zip: await readFile(file), secrets: [...secrets] },
          { signal: guard.signal },
        );
        return { zip };
      } catch (error) {
        guard.signal.throwIfAborted();
        if (error instanceof ThreadJobError)
          return { zip: null, missing: "The trace could not be cleaned of secrets." };
        return { zip: null, missing: "The trace could not be read." };
      } finally {
        await rm(file, { force: true }).catch(() => undefined);
      }
    },
  };
}
