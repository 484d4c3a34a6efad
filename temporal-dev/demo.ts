// `npm run demo`: the whole service on the bundled shop. Baselines from the good variant, a visual test of the flawed one.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ConfigError, readConfig } from "../domain/config.ts";
import { admin } from "./adminCommand.ts";
import { type ApiClient, createApiClient, type RunStatus, type ShotResult } from "./apiClient.ts";
import { startDemoSite } from "./demo-site/server.ts";
import { judgeDemo, type SeededDefect } from "./demoVerdict.ts";
import { takePort } from "./ports.ts";
import { type Service, startService } from "./service.ts";
import { stopOnSignal } from "./stopOnSignal.ts";
import { table } from "./table.ts";

const SITE_PORT = 4500;
const log = (line = "") => process.stdout.write(`${line}\n`);
const file = (name: string) => fileURLToPath(new URL(`./demo-site/${name}`, import.meta.url));
const stays = process.stdout.isTTY && !process.argv.includes("--exit");

/** The shop's project, its scenarios and a key; made once, found again afterwards. */
async function prepareProject(service: Service, siteUrl: string, port: number): Promise<{ slug: string; key: string }> {
  const slug = port === SITE_PORT ? "demo-shop" : `demo-shop-${port}`;
  const projects = JSON.parse(await admin(service.dataDir, ["projects", "list", "--json"], service.env)) as unknown;
  if (!JSON.stringify(projects).includes(`"${slug}"`))
    await admin(
      service.dataDir,
      ["projects", "create", "--name", "Demo shop", "--base-url", siteUrl, "--slug", slug],
      service.env,
    );
  await admin(service.dataDir, ["scenarios", "import", file("scenarios.json"), "--project", slug], service.env);
  const key = await admin(
    service.dataDir,
    ["keys", "create", "--project", slug, "--scope", "ci", "--name", "demo"],
    service.env,
  );
  return { slug, key };
}

async function follow(client: ApiClient, what: string, type: string): Promise<RunStatus> {
  const { runId } = await client.run({ type });
  let last = -1;
  const run = await client.wait(runId, {
    onProgress: ({ progress }) => {
      const done = progress ? Math.floor(progress.done / 10) * 10 : 0;
      if (progress && progress.total > 0 && done > last) {
        last = done;
        log(`  ${what}: ${progress.done} of ${progress.total} shots`);
      }
    },
  });
  log(`${what}: ${run.status} in ${((run.duration ?? 0) / 1_000).toFixed(1)} s${run.error ? ` (${run.error})` : ""}`);
  return run;
}

function resultTable(baseline: ShotResult[], visual: ShotResult[]): string {
  const labels = [...new Set(visual.map((r) => r.scenarioLabel))];
  const cell = (label: string, viewport: string) => {
    const result = visual.find((r) => r.scenarioLabel === label && r.viewport === viewport);
    if (!result) return "";
    if (result.status === "passed") return "passed";
    const kind = result.regions[0]?.kind ?? result.reasons[0]?.code ?? "";
    return `${result.status.toUpperCase()} ${(result.mismatchPercent ?? 0).toFixed(2)} % ${kind}`;
  };
  const rows = labels.map((label) => [
    label,
    baseline.filter((r) => r.scenarioLabel === label).every((r) => r.status === "passed") ? "captured" : "FAILED",
    ...["phone", "tablet", "desktop"].map((viewport) => cell(label, viewport)),
  ]);
  return table(["scenario", "baseline", "phone", "tablet", "desktop"], rows);
}

async function main(): Promise<number> {
  const config = readConfig(process.env);
  const signals = stopOnSignal(log);
  const port = await takePort(SITE_PORT);
  const site = await startDemoSite({ port, variant: "good" });
  const allowed = [config.allowedHosts, `127.0.0.1:${port}`].filter(Boolean).join(",");
  let service: Service | null = null;
  try {
    service = await startService({
      dataDir: config.dataDir,
      env: { ...process.env, SVC_ALLOWED_HOSTS: allowed },
      port: config.port,
      log,
    });
    log(`ready ${service.apiUrl}`);
    log(`shop  ${site.url}`);
    if (service.stack.temporalUiUrl) log(`Temporal UI ${service.stack.temporalUiUrl}`);
    const running = demonstrate(service, site, port);
    const stopped = signals.asked.then(() => 130);
    const code = await Promise.race([running, stopped]);
    if (stays && code !== 130) {
      log();
      log("Everything stays up: look around, and press Ctrl-C to stop.");
      await signals.asked;
    }
    return code;
  } finally {
    await service?.stop();
    await site.close();
    log("stopped");
  }
}

async function demonstrate(
  service: Service,
  site: Awaited<ReturnType<typeof startDemoSite>>,
  port: number,
): Promise<number> {
  const { key } = await prepareProject(service, site.url, port);
  const client = createApiClient(service.apiUrl, key);
  site.setVariant("good");
  const baseline = await follow(client, "baseline of the good shop", "baseline");
  site.setVariant("flawed");
  const visual = await follow(client, "visual test of the flawed shop", "test");
  if (baseline.status !== "completed" || visual.status !== "completed") return 1;
  const results = await client.results(visual.runId);
  log();
  log(resultTable(await client.results(baseline.runId), results));
  log();
  const defects = JSON.parse(await readFile(file("defects.json"), "utf8")) as SeededDefect[];
  const verdict = judgeDemo(defects, results);
  for (const line of verdict.lines) log(line);
  return verdict.ok ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);
