// Answers on the API's port while the data is being migrated: the process is alive but not ready.
import type { AddressInfo } from "node:net";
import { type DataState, migratingWords } from "../domain/dataVersion.ts";
import { retentionRules } from "../domain/words/retention.ts";
import { API_CONNECTIONS, createBoundedServer } from "../platform/boundedServer.ts";
import type { Readiness } from "./operations/readiness.ts";
import { unknownVersions } from "./operations/versions.ts";

const RETRY_SECONDS = "5";

export type MigratingServer = {
  port: number;
  /** Sets the migration step that answers report from now on. */
  step(words: string): void;
  close(): Promise<void>;
};

/** Listens until closed; the API then takes over the port. */
export async function serveWhileMigrating(
  place: { host: string; port: number; version: string },
  from: DataState,
): Promise<MigratingServer> {
  let detail = migratingWords(from.version);
  const waits = { ok: false, detail: "It is checked after the migration." };
  const readiness = (): Readiness => ({
    ready: false,
    parts: { temporal: waits, database: { ok: false, detail }, artifacts: waits, workers: waits },
    retention: retentionRules(),
    // Nothing is deleted before the migration ends, and the state of the last sweep is in the database, which cannot be read yet.
    sweep: { daily: false, announcedAt: null, lastAt: null },
  });
  const server = createBoundedServer(API_CONNECTIONS, (req, res) => {
    const path = req.url?.split("?")[0];
    const alive = path === "/api/health";
    const body = alive
      ? {
          status: "ok",
          service: "plumbline",
          version: place.version,
          versions: unknownVersions(),
          missingWorkers: null,
        }
      : path === "/api/ready"
        ? readiness()
        : { error: `The service is ${detail}`, code: "unavailable" };
    const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
    res.writeHead(alive ? 200 : 503, alive ? headers : { ...headers, "retry-after": RETRY_SECONDS });
    res.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(place.port, place.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    step(words) {
      detail = migratingWords(from.version, words);
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
    },
  };
}
