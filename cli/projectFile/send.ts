// Asks the service what a configuration would change, or has it changed.
import { newIdempotencyKey, type Service } from "../client/service.ts";
import type { Applied, Config } from "./types.ts";

export type Sending = {
  project: string | null;
  config: Config;
  mode: "plan" | "apply";
  prune?: boolean;
  values?: Record<string, string>;
  expected?: string;
};

/** Asked again when the answer was lost: what is done already is no difference any more. */
export const sendConfig = (service: Service, { project, ...body }: Sending): Promise<Applied> =>
  service.post("/api/config", {
    body: { ...body, ...(project === null ? {} : { project }) },
    idempotencyKey: newIdempotencyKey(),
  });

export const readConfig = (service: Service, project: string | null): Promise<{ file: Config; state: string }> =>
  service.get("/api/config", { query: { project: project ?? undefined } });
