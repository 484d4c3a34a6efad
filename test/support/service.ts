// The whole service for one test file: real processes, a data folder and a Temporal of its own, and a project on a test site.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { type Service, startService } from "../../temporal-dev/service.ts";
import { startTestSite, type TestSite } from "./site.ts";

/** By label: a path, or more of a scenario than that. */
export type Scenarios = Record<string, string | Record<string, unknown>>;

export type World = {
  service: Service;
  site: TestSite;
  /** Makes a project with scenarios `{ label: path }` and a key for it. */
  project(scenarios: Scenarios, scope?: string): Promise<{ slug: string; key: string; client: ApiClient }>;
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
  // Tests bring their own database and Temporal: the fault tests kill them.
  const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...inherited } = process.env;
  const service = await startService({
    dataDir,
    env: {
      ...inherited,
      ...env,
      SVC_ALLOWED_HOSTS: [`127.0.0.1:${site.port}`, env.SVC_ALLOWED_HOSTS ?? []].flat().join(","),
    },
    log: (line) => lines.push(line),
    port: 0,
    private: true,
  });
  let count = 0;
  const run = (...args: string[]) => admin(dataDir, args, service.env);
  return {
    service,
    site,
    admin: run,
    said: () => lines,
    async project(scenarios, scope = "mcp_full") {
      count += 1;
      const slug = `project-${count}`;
      const key = await makeProject({ dataDir, admin: run, siteUrl: site.url, slug, scenarios, scope });
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

/** Makes a project on the site with scenarios `{ label: path }`, by the admin command; answers a key for it. */
export async function makeProject(options: {
  /** Where the file for the import is written. */
  dataDir: string;
  admin(...args: string[]): Promise<string>;
  siteUrl: string;
  slug: string;
  scenarios: Scenarios;
  scope?: string;
}): Promise<string> {
  const { dataDir, admin: run, siteUrl, slug, scenarios, scope = "mcp_full" } = options;
  await run("projects", "create", "--name", slug, "--base-url", siteUrl, "--slug", slug);
  const list = Object.entries(scenarios).map(([label, given]) =>
    typeof given === "string" ? { label, url: given, viewports: ["phone"] } : { label, viewports: ["phone"], ...given },
  );
  const file = path.join(dataDir, `${slug}.json`);
  await writeFile(file, JSON.stringify({ scenarios: list }));
  await run("scenarios", "import", file, "--project", slug);
  return run("keys", "create", "--project", slug, "--scope", scope, "--name", slug);
}

/** Polls until `read` answers something; rejects with `what` after the time. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | null | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`This did not come about in ${timeoutMs / 1_000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
