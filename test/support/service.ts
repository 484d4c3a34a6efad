// The whole service for one test file: real processes with their own data folder and Temporal, and a project on a test site.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Scope } from "../../domain/keys.ts";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { type Service, startService } from "../../temporal-dev/service.ts";
import { makeProject, type Scenarios } from "./operator.ts";
import { startTestSite, type TestSite } from "./site.ts";

export type World = {
  service: Service;
  site: TestSite;
  /** Creates a project with scenarios `{ label: path }` and a key for it. */
  project(scenarios: Scenarios, scope?: Scope): Promise<{ slug: string; key: string; client: ApiClient }>;
  /** Runs the admin command in a separate process; to create data, `operator.ts` is cheaper. */
  admin(...args: string[]): Promise<string>;
  /** Output of the service since its start. */
  said(): readonly string[];
  stop(): Promise<void>;
};

/** `env` adds to the service's settings; its SVC_ALLOWED_HOSTS adds to the test site. */
export async function startWorld(env: Record<string, string> = {}, options: { dataDir?: string } = {}): Promise<World> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "plumbline-world-")));
  const site = await startTestSite();
  const lines: string[] = [];
  // A separate folder, so that Lighthouse in one service does not block the browsers of another.
  const temporary = path.join(dataDir, "tmp");
  await mkdir(temporary, { recursive: true });
  // The tests provide their own database and Temporal, because the fault tests kill them.
  const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...inherited } = process.env;
  const service = await startService({
    dataDir,
    env: {
      ...inherited,
      TMPDIR: temporary,
      // Tests poll statuses many times a second; rate limits are tested in the API's own tests.
      SVC_CI_RATE_PER_MINUTE: "100000",
      ...env,
      SVC_ALLOWED_HOSTS: [`127.0.0.1:${site.port}`, env.SVC_ALLOWED_HOSTS ?? []].flat().join(","),
    },
    log: (line) => lines.push(line),
    port: 0,
    private: true,
  });
  let count = 0;
  return {
    service,
    site,
    admin: (...args) => admin(dataDir, args, service.env),
    said: () => lines,
    async project(scenarios, scope) {
      count += 1;
      const slug = `project-${count}`;
      const key = await makeProject({ service }, { siteUrl: site.url, slug, scenarios, ...(scope ? { scope } : {}) });
      return { slug, key, client: createApiClient(service.apiUrl, key) };
    },
    async stop() {
      await service.stop();
      await site.close();
      // A given folder belongs to the caller.
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
