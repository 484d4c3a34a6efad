// Sends progress during long calls: clients give up on a call that is silent for a minute, and wait_for_run may take two.
import type { ServerContext } from "@modelcontextprotocol/server";

const EVERY_MS = 10_000;

/** Reports to a client that asked for progress how long `work` has taken so far. */
export async function withProgress<T>(
  ctx: ServerContext,
  tool: string,
  work: Promise<T>,
  everyMs = EVERY_MS,
): Promise<T> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work;
  let reports = 0;
  const timer = setInterval(() => {
    reports++;
    const seconds = Math.round((reports * everyMs) / 1_000);
    ctx.mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress: reports, message: `${tool} has been running for ${seconds} s` },
      })
      // The client has disconnected; the call ends through its signal.
      .catch(() => clearInterval(timer));
  }, everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
