// The whole service for one test file: real processes, a data folder and a Temporal of its own, and a project on a test site.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { type Service, startService } from "../../temporal-dev/service.ts";
import { startTestSite, type TestSite } from "./site.ts";

export type World = {
  service: Service;
  site: TestSite;
  /** Makes a project with scenarios `{ label: path }` and a key for it. */
  project(
    scenarios: Record<string, string | Record<string, unknown>>,
    scope?: string,
  ): Promise<{ slug: string; key: string; client: ApiClient }>;
  admin(...args: string[]): Promise<string>;
  stop(): Promise<void>;
};

/** `env` adds to the service's settings, and its SVC_ALLOWED_HOSTS to the test site. */
export async function startWorld(env: Record<string, string> = {}): Promise<World> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-world-"));
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
    async project(scenarios, scope = "mcp_full") {
      count += 1;
      const slug = `project-${count}`;
      await run("projects", "create", "--name", slug, "--base-url", site.url, "--slug", slug);
      const list = Object.entries(scenarios).map(([label, given]) =>
        typeof given === "string"
          ? { label, url: given, viewports: ["phone"] }
          : { label, viewports: ["phone"], ...given },
      );
      const file = path.join(dataDir, `${slug}.json`);
      await writeFile(file, JSON.stringify({ scenarios: list }));
      await run("scenarios", "import", file, "--project", slug);
      const key = await run("keys", "create", "--project", slug, "--scope", scope, "--name", slug);
      return { slug, key, client: createApiClient(service.apiUrl, key) };
    },
    async stop() {
      await service.stop();
      await site.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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
