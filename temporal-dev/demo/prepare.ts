// Prepares the demo's project with scenarios, tracking plan, settings, API keys and a user. Created once and reused afterwards.
import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { admin } from "../adminCommand.ts";
import type { Service } from "../service.ts";
import { type SessionClient, signIn } from "../sessionClient.ts";
import { type DemoScenario, viewportsOf } from "./sample.ts";
import type { SeededDefect } from "./verdict.ts";

export const demoFile = (name: string) => fileURLToPath(new URL(`../demo-site/${name}`, import.meta.url));

const EMAIL = "demo@plumbline.example";
/** One Lighthouse run per page is enough for the demo; the default is three. */
const SETTINGS = { audits: { perf: { runs: 1 } } };

/** `readKey` can only read with tools; `writeKey` can also change things. */
export type Prepared = {
  key: string;
  readKey: string;
  writeKey: string;
  person: SessionClient;
  email: string;
  password: string;
  scenarios: readonly DemoScenario[];
};

/** `defects`: pages are captured only in the viewports that show these; without it, in all viewports. */
export async function prepareProject(
  service: Service,
  siteUrl: string,
  { slug, defects = null }: { slug: string; defects?: readonly SeededDefect[] | null },
): Promise<Prepared> {
  const run = (...args: string[]) => admin(service.dataDir, args, service.env);
  const projects = await run("projects", "list", "--json");
  if (!projects.includes(`"${slug}"`))
    await run("projects", "create", "--name", "Demo shop", "--base-url", siteUrl, "--slug", slug);
  const { scenarios } = JSON.parse(await readFile(demoFile("scenarios.json"), "utf8")) as { scenarios: DemoScenario[] };
  const shot =
    defects === null ? scenarios : scenarios.map((one) => ({ ...one, viewports: viewportsOf(one.label, defects) }));
  const fileOf = async (name: string, content: unknown) => {
    const file = path.join(service.dataDir, `demo-${name}.json`);
    await writeFile(file, JSON.stringify(content));
    return file;
  };
  const imported = async () => {
    await run("scenarios", "import", await fileOf("scenarios", { scenarios: shot }), "--project", slug);
    await run("features", "import", ...(await featureFiles()), "--project", slug);
    // The tracking plan refers to scenarios, so they must exist first.
    await run("tracking", "import", demoFile("tracking-plan.json"), "--project", slug);
    await run("projects", "settings", slug, "--set", await fileOf("settings", SETTINGS));
  };
  const keyOf = (scope: string) => run("keys", "create", "--project", slug, "--scope", scope, "--name", "demo");
  // One after the other, because each command is a separate process that takes one core for a second.
  const keys = async () => ({
    key: await keyOf("ci"),
    readKey: await keyOf("mcp_read"),
    writeKey: await keyOf("mcp_full"),
  });
  const person = async () => {
    const password = await passwordOf(service);
    return { password, person: await signIn(service.apiUrl, EMAIL, password) };
  };
  const [made, signedIn] = await Promise.all([keys(), person(), imported()]);
  return { ...made, ...signedIn, email: EMAIL, scenarios };
}

async function featureFiles(): Promise<string[]> {
  const folder = demoFile("features");
  return (await readdir(folder)).sort().map((file) => path.join(folder, file));
}

/** Returns the password of the demo user, which only this data folder knows. */
async function passwordOf(service: Service): Promise<string> {
  const file = path.join(service.dataDir, "demo-password");
  const known = await readFile(file, "utf8").catch(() => null);
  if (known !== null) return known;
  const password = randomBytes(15).toString("base64url");
  await admin(
    service.dataDir,
    ["users", "create", "--email", EMAIL, "--name", "Demo", "--role", "admin", "--password-stdin"],
    service.env,
    password,
  );
  await writeFile(file, password, { mode: 0o600 });
  return password;
}
