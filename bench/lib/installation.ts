// Starts a private installation with one project, for benchmarks.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type ApiClient, createApiClient, type RunStatus } from "../../temporal-dev/apiClient.ts";
import { type Service, startService } from "../../temporal-dev/service.ts";

export type Installation = {
  service: Service;
  client: ApiClient;
  key: string;
  dir: string;
  /** Creates another project with the same scenarios, or with these, and no baselines. */
  another(paths?: readonly BenchPath[]): Promise<ApiClient>;
  stop(): Promise<void>;
};

/** Path of a scenario, with its own viewports if they differ from the others. */
export type BenchPath = string | { path: string; viewports: readonly string[] };

/**
 * Starts an installation with one scenario per path, in `viewports` or in all of them; rate limits are off. `settings` are added to the
 * environment. `stop` removes everything.
 */
export async function startInstallation(
  site: { url: string; port: number },
  paths: readonly BenchPath[],
  log: (line: string) => void,
  viewports?: readonly string[],
  settings: Record<string, string> = {},
): Promise<Installation> {
  const dir = await mkdtemp(path.join(tmpdir(), "plumbline-bench-"));
  const service = await startService({
    dataDir: path.join(dir, "data"),
    env: {
      ...process.env,
      SVC_ALLOWED_HOSTS: `127.0.0.1:${site.port}`,
      SVC_TRIGGER_RATE_PER_MINUTE: "10000",
      SVC_CI_RATE_PER_MINUTE: "1000000",
      SVC_INVOKE_RATE_PER_MINUTE: "1000000",
      ...settings,
    },
    log,
    port: 0,
    private: true,
  });
  const stop = async () => {
    await service.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const run = (...args: string[]) => admin(service.dataDir, args, service.env);
    const file = path.join(dir, "scenarios.json");
    const project = async (slug: string, own: readonly BenchPath[]) => {
      await run("projects", "create", "--name", "Bench", "--slug", slug, "--base-url", site.url);
      const scenarios = own.map((one) => {
        const { path: url, viewports: some } = typeof one === "string" ? { path: one, viewports } : one;
        return { label: url, url, ...(some && { viewports: some }) };
      });
      await writeFile(file, JSON.stringify({ scenarios }));
      if (own.length > 0) await run("scenarios", "import", file, "--project", slug);
      return run("keys", "create", "--project", slug, "--scope", "mcp_full", "--name", "bench");
    };
    const key = await project("bench", paths);
    let further = 0;
    const another = async (own: readonly BenchPath[] = paths) => {
      further += 1;
      return createApiClient(service.apiUrl, await project(`bench-${further}`, own));
    };
    return { service, client: createApiClient(service.apiUrl, key), key, dir, another, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Polls ten times a second take a twentieth of the processor time of a short run, and no user polls as often. */
const POLL_MS = 500;

/** Returns the ms of the POST and of the run after it, so that no polling interval is part of the time. */
async function timedPost<T>(post: Promise<unknown>): Promise<T & { msWith(run: RunStatus): number }> {
  const started = performance.now();
  const answer = (await post) as T;
  const postMs = performance.now() - started;
  return { ...answer, msWith: ({ duration = Number.NaN }) => postMs + duration };
}

/**
 * Runs a full audit of these pillars. Returns the wall time in ms from POST to its end, and the status of each pillar's run. `options`:
 * timeout and polling interval.
 */
export async function timedAudit(
  client: ApiClient,
  pillars: readonly string[],
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<{ runId: string; ms: number; children: RunStatus[] }> {
  const { runId, msWith } = await timedPost<{ runId: string }>(
    client.request("POST", "/api/ci/full-audit", { pillars }),
  );
  const run = await client.wait(runId, { everyMs: POLL_MS, ...options });
  if (run.status !== "completed") throw new Error(`The full audit ended as ${run.status}: ${run.error}`);
  const { children = [] } = run as { children?: { runId: string }[] };
  return { runId, ms: msWith(run), children: await Promise.all(children.map((child) => client.status(child.runId))) };
}

/**
 * Runs one test, baseline run or audit of the project. Returns its id, the wall time in ms from POST to its end, and the number of failed
 * screenshots.
 */
export async function timedRun(
  client: ApiClient,
  type: "baseline" | "test" | "a11y",
  options: { everyMs?: number; timeoutMs?: number; onProgress?: (done: number) => void } = {},
): Promise<{ runId: string; ms: number; failed: number }> {
  const { everyMs = POLL_MS, timeoutMs, onProgress } = options;
  const { runId, msWith } = await timedPost<{ runId: string }>(client.run({ type }));
  const run = await client.wait(runId, {
    everyMs,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    onProgress: ({ progress }) => onProgress?.(progress?.done ?? 0),
  });
  if (run.status !== "completed") throw new Error(`The run ended as ${run.status}: ${run.error}`);
  return { runId, ms: msWith(run), failed: run.summary?.failed ?? 0 };
}
