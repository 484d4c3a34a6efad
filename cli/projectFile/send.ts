// Asks the service what a configuration would change, or to apply it.
import type { ApplyMode } from "../../domain/projectFile/types.ts";
import { ClientError } from "../client/exit.ts";
import { newIdempotencyKey, type Service } from "../client/service.ts";
import type { Origin } from "./locate.ts";
import type { Applied, Config } from "./types.ts";

export type Sending = {
  project: string | null;
  config: Config;
  mode: ApplyMode;
  prune?: boolean;
  values?: Record<string, string>;
  expected?: string;
  /** Branch of the file, if known. */
  branch?: string | undefined;
  /** Where the configuration was read, so that errors name file and line. */
  origin?: Origin | undefined;
};

/**
 * Safe to repeat if the response was lost, because changes that were already made are no longer differences. What one call has no time for
 * is applied by further calls; the result covers all of them.
 */
export async function sendConfig(service: Service, { project, origin, ...body }: Sending): Promise<Applied> {
  const sent = project === null ? body : { ...body, project };
  const send = (more: Pick<Sending, "expected">): Promise<Applied> =>
    service.post("/api/config", { body: { ...sent, ...more }, idempotencyKey: newIdempotencyKey() });
  try {
    const first = await send({});
    let last = first;
    for (let left = Number.POSITIVE_INFINITY; last.left !== undefined && last.left < left; ) {
      left = last.left;
      last = await send({ expected: last.state });
    }
    return { ...last, changes: first.changes };
  } catch (error) {
    if (!origin || !(error instanceof ClientError) || error.fields.length === 0) throw error;
    const { located } = await import("./locate.ts");
    throw located(error, origin);
  }
}

export const readConfig = (service: Service, project: string | null): Promise<{ file: Config; state: string }> =>
  service.get("/api/config", { query: { project: project ?? undefined } });
