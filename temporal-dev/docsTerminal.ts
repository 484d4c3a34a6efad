// Takes pictures of terminal sessions for the documentation, in light and dark, from real commands on the demo shop.
// `npm run -s docs:terminal`
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { launchBrowser } from "../browsers/launch.ts";
import { createApiClient } from "./apiClient.ts";
import { prepareProject } from "./demo/prepare.ts";
import { startDemoSite } from "./demo-site/server.ts";
import { startService } from "./service.ts";
import { createScreen, plainText, type Screen, screenPage } from "./terminal/screen.ts";
import { fileOf, SESSIONS, THEMES } from "./terminal/sessions.ts";

const WRONG_KEY = "svc_live_wrong";
const PROJECT = "demo-shop";
const SCENARIOS = ["Home", "Shop", "Product: Oak stool"];
const CLI = fileURLToPath(new URL("../cli/plumbline.ts", import.meta.url));
const folder = new URL("../docs/screens/", import.meta.url);

const named = SCENARIOS.map((label) => `--scenario "${label}"`).join(" ");

type Played = { command: string; columns: number; cwd: string; env: NodeJS.ProcessEnv };

/** `script` gives the command its own terminal. */
async function play({ command, columns, cwd, env }: Played): Promise<Screen> {
  const real = command.replace(/^plumbline/, `"${process.execPath}" --disable-warning=ExperimentalWarning "${CLI}"`);
  const more = command.includes(" run ") ? ` ${named}` : "";
  const child = spawn("script", ["-qfec", `stty cols ${columns} rows 40; exec ${real}${more}`, "/dev/null"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const screen = createScreen(columns);
  child.stdout.setEncoding("utf8").on("data", (text: string) => screen.write(text));
  await once(child, "close");
  return screen.read();
}

async function main(): Promise<void> {
  const temporary = await mkdtemp(path.join(tmpdir(), "plumbline-terminal-"));
  const site = await startDemoSite({ variant: "good" });
  let closed: Promise<void> | undefined;
  const closeSite = () => {
    closed ??= site.close();
    return closed;
  };
  const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, CI: _ci, ...inherited } = process.env;
  const dataDir = path.join(temporary, "data");
  const allowed = { SVC_ALLOWED_HOSTS: `127.0.0.1:${site.port}` };
  const started = { dataDir, env: { ...inherited, ...allowed }, log: () => undefined, port: 0, private: true };
  const service = await startService(started);
  try {
    const { writeKey } = await prepareProject(service, site.url, { slug: PROJECT });
    const client = createApiClient(service.apiUrl, writeKey);
    await client.wait((await client.run({ type: "baseline", scenarios: SCENARIOS })).runId);
    const shop = path.join(temporary, "shop");
    await mkdir(shop);
    await writeFile(
      path.join(shop, "plumbline.yml"),
      `version: 1
project: { slug: ${PROJECT}, mainBranch: trunk }
viewports:
  phone: { width: 390, height: 844 }
scenarios:
  - { label: Home, url: "/?from=a-very-long-address-of-a-campaign-that-nobody-would-type" }
  - { label: Returns, url: /returns }
`,
    );
    const env = { ...inherited, SVC_URL: service.apiUrl, SVC_API_KEY: writeKey, TERM: "xterm", LANG: "C.UTF-8" };
    const { browser } = await launchBrowser("chromium", { stillImages: true, reducedMotion: true, touch: false }, {});
    try {
      await mkdir(folder, { recursive: true });
      for (const session of SESSIONS) {
        const { command, columns, shop: variant, key } = session;
        if (variant === "away") await closeSite();
        else site.setVariant(variant);
        const SVC_API_KEY = key === "right" ? writeKey : WRONG_KEY;
        const screen = await play({ command, columns, cwd: shop, env: { ...env, SVC_API_KEY } });
        process.stdout.write(`${plainText(screen)}\n\n`);
        for (const theme of THEMES) {
          const file = fileOf(session, theme);
          const page = await browser.newPage();
          await page.setContent(screenPage(command, screen, { columns, theme }));
          const picture = await page.locator("pre").screenshot();
          await page.close();
          const small = await sharp(picture).png({ palette: true, colours: 32, compressionLevel: 9 }).toBuffer();
          await writeFile(new URL(file, folder), small);
          process.stdout.write(`docs/screens/${file}: ${Math.round(small.length / 1_000)} KB\n`);
        }
      }
    } finally {
      await browser.close();
    }
  } finally {
    await service.stop();
    await closeSite();
    await rm(temporary, { recursive: true, force: true });
  }
}

await main();
