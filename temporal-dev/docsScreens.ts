// Takes the screenshots for the documentation from real runs on the demo shop. `npm run -s docs:screens [-- FILE…]`; FILE may be the
// beginning of a name, such as `dashboard-`.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { launchBrowser } from "../browsers/launch.ts";
import { createApiClient } from "./apiClient.ts";
import { prepareProject } from "./demo/prepare.ts";
import { type DemoSite, startDemoSite } from "./demo-site/server.ts";
import { DASHBOARD_PICTURES } from "./screens/dashboard.ts";
import { PICTURES, SCENARIOS, type Scene } from "./screens/pictures.ts";
import { type Service, startService } from "./service.ts";
import { stopOnSignal } from "./stopOnSignal.ts";

const log = (line: string) => process.stdout.write(`${line}\n`);
const folder = new URL("../docs/screens/", import.meta.url);
const PROJECT = "demo-shop";
/** Pages with other defects than the pages in the screenshots. */
const AUDITED = ["Home", "Article: Slow mornings", "Contact", "Product: Harvest vase"];

/** Captures baselines of the good shop, then audits and tests the flawed one. */
async function play(service: Service, site: DemoSite): Promise<Omit<Scene, "open">> {
  const { key, email, password } = await prepareProject(service, site.url, { slug: PROJECT });
  const client = createApiClient(service.apiUrl, key);
  const run = async (type: string) => client.wait((await client.run({ type, scenarios: SCENARIOS })).runId);
  const audit = async () => client.wait((await client.run({ type: "a11y", scenarios: AUDITED })).runId);
  await run("baseline");
  await audit();
  site.setVariant("flawed");
  await audit();
  await run("tracking");
  const { runId, status, error } = await run("test");
  if (status !== "completed") throw new Error(`The visual test ended ${status}: ${error}`);
  return {
    apiUrl: service.apiUrl,
    credentials: { email, password },
    project: PROJECT,
    runId,
    results: await client.results(runId),
    async read(link) {
      const answer = await fetch(new URL(link, service.apiUrl), { headers: { "x-api-key": key } });
      if (!answer.ok) throw new Error(`${link} answered ${answer.status}.`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}

async function takeAll(scene: Omit<Scene, "open">, wanted: readonly string[]): Promise<void> {
  const all = [...PICTURES, ...DASHBOARD_PICTURES];
  const pictures = all.filter(({ file }) => wanted.length === 0 || wanted.some((one) => file.startsWith(one)));
  if (pictures.length === 0)
    throw new Error(`Unknown screenshot. Known ones: ${all.map(({ file }) => file).join(", ")}.`);
  const { browser } = await launchBrowser("chromium", { stillImages: true, reducedMotion: true, touch: false }, {});
  try {
    await mkdir(folder, { recursive: true });
    for (const { file, take } of pictures) {
      const open = async (viewport: { width: number; height: number }) => browser.newPage({ viewport });
      const picture = await take({ ...scene, open });
      const small = await sharp(picture).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();
      await writeFile(new URL(file, folder), small);
      log(`docs/screens/${file}: ${Math.round(small.length / 1_000)} KB`);
    }
  } finally {
    await browser.close();
  }
}

async function main(): Promise<void> {
  const signals = stopOnSignal(log);
  const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-screens-"));
  const site = await startDemoSite({ variant: "good" });
  let service: Service | null = null;
  try {
    const env = { ...process.env, SVC_ALLOWED_HOSTS: `127.0.0.1:${site.port}` };
    service = await startService({ dataDir, env, log, port: 0, private: true });
    const wanted = process.argv.slice(2);
    const stopped = signals.asked.then(() => Promise.reject(new Error("Stopped.")));
    await Promise.race([play(service, site).then((scene) => takeAll(scene, wanted)), stopped]);
  } finally {
    await service?.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
