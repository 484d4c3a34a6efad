// Work that asks a site for many addresses does so one after the other, over all workers: each keeps the site's own pace, and two
// at once would be twice as fast as it allows.
import { setTimeout as sleep } from "node:timers/promises";
import { leaveLine, standInLine, TURN_LEASE_MS } from "../../models/siteTurns/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** How often one that waits looks. */
const LOOK_MS = 500;
const RENEW_MS = TURN_LEASE_MS / 4;

export type SiteAsking = {
  /** Any address of the site. */
  url: string;
  /** Of the job or run: another attempt of it takes its place over. */
  id: string;
  signal: AbortSignal;
  /** Names the present phase in the heartbeat. */
  note(phase: string): void;
};

/** Waits for the turn, and does the work while it has it. Rejects with the signal's reason, or as the work does. */
export async function withSiteTurn<T>(
  { models }: Pick<CommonDeps, "models">,
  { url, id, signal, note }: SiteAsking,
  work: () => Promise<T>,
): Promise<T> {
  const { host } = new URL(url);
  const stand = () => standInLine(models, host, id, Date.now());
  try {
    for (let before = await stand(); before > 0; before = await stand()) {
      note("waiting until other work has asked the site");
      await sleep(LOOK_MS, undefined, { signal });
    }
    // A renewal that fails is made good by the next; after a long outage others may have taken the turn.
    const renewing = setInterval(() => void stand().catch(() => undefined), RENEW_MS);
    renewing.unref();
    try {
      return await work();
    } finally {
      clearInterval(renewing);
    }
  } finally {
    // While the database is away the place runs out by itself.
    await leaveLine(models, host, id).catch(() => undefined);
  }
}
