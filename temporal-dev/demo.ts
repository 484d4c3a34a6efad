// `npm run demo`: the whole service on the bundled shop. Captures baselines of the good variant, then tests every pillar on both.
import { ConfigError, readConfig } from "../domain/config.ts";
import { takeSecretFiles } from "../platform/secretFiles.ts";
import { demonstrate } from "./demo/demonstrate.ts";
import { startDemoSite } from "./demo-site/server.ts";
import { takePort } from "./ports.ts";
import { type Service, startService } from "./service.ts";
import { stopOnSignal } from "./stopOnSignal.ts";

const SITE_PORT = 4500;
const log = (line = "") => process.stdout.write(`${line}\n`);
const stays = process.stdout.isTTY && !process.argv.includes("--exit");

async function main(): Promise<number> {
  takeSecretFiles(process.env);
  const config = readConfig(process.env);
  const signals = stopOnSignal(log);
  const port = await takePort(SITE_PORT);
  const site = await startDemoSite({ port, variant: "good" });
  const allowed = [config.allowedHosts, `127.0.0.1:${port}`].filter(Boolean).join(",");
  let service: Service | null = null;
  try {
    log("Starting Temporal, the database, the worker and the API (some 5 to 15 s)");
    service = await startService({
      dataDir: config.dataDir,
      env: { ...process.env, SVC_ALLOWED_HOSTS: allowed },
      port: config.port,
      log,
    });
    // If the service ends with the demo, its addresses are of no use.
    if (stays) {
      log(`ready ${service.apiUrl}`);
      log(`shop  ${site.url}`);
      const ui = service.stack.temporalUiLink ?? service.stack.temporalUiUrl;
      if (ui) log(`Temporal UI ${ui}`);
    }
    const slug = port === SITE_PORT ? "demo-shop" : `demo-shop-${port}`;
    const running = demonstrate({ service, site, slug, log, stays });
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

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);
