// The whole service for one test file: real processes, a data folder and a Temporal of its own, and a project on a test site.
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
  /** Makes a project with scenarios `{ label: path }` and a key for it. */
  project(scenarios: Scenarios, scope?: Scope): Promise<{ slug: string; key: string; client: ApiClient }>;
  /** By the command, in a process of its own; what an operator makes is cheaper by `operator.ts`. */
  admin(...args: string[]): Promise<string>;
  /** What the service said where it was started. */
  said(): readonly string[];
  stop(): Promise<void>;
};

/** `env` adds to the service's settings, and its SVC_ALLOWED_HOSTS to the test site. */
export async function startWorld(env: Record<string, string> = {}, options: { dataDir?: string } = {}): Promise<World> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "plumbline-world-")));
  const site = await startTestSite();
  const lines: string[] = [];
  // Its own: Lighthouse of one world does not hold up the browsers of another.
  const temporary = path.join(dataDir, "tmp");
  await mkdir(temporary, { recursive: true });
  // Tests bring their own database and Temporal: the fault tests kill them.
  const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...inherited } = process.env;
  const service = await startService({
    dataDir,
    env: {
      ...inherited,
      TMPDIR: temporary,
      // Tests ask for a status many times a second; limits are tested in the API's own tests.
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
      // One that was given is the caller's.
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
