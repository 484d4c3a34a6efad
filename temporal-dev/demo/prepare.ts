// The demo's project with its scenarios, tracking plan, settings, a key and a person. Made once, found again afterwards.
import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { admin } from "../adminCommand.ts";
import type { Service } from "../service.ts";
import { type SessionClient, signIn } from "../sessionClient.ts";

export const demoFile = (name: string) => fileURLToPath(new URL(`../demo-site/${name}`, import.meta.url));

const EMAIL = "demo@plumbline.example";
/** One Lighthouse run a page is enough to show; three are the default. */
const SETTINGS = { audits: { perf: { runs: 1 } } };

/** `readKey` reads by tools, `writeKey` changes things by them. */
export type Prepared = {
  key: string;
  readKey: string;
  writeKey: string;
  person: SessionClient;
  email: string;
  password: string;
};

export async function prepareProject(service: Service, siteUrl: string, slug: string): Promise<Prepared> {
  const run = (...args: string[]) => admin(service.dataDir, args, service.env);
  const projects = await run("projects", "list", "--json");
  if (!projects.includes(`"${slug}"`))
    await run("projects", "create", "--name", "Demo shop", "--base-url", siteUrl, "--slug", slug);
  await run("scenarios", "import", demoFile("scenarios.json"), "--project", slug);
  await run("features", "import", ...(await featureFiles()), "--project", slug);
  await run("tracking", "import", demoFile("tracking-plan.json"), "--project", slug);
  const settings = path.join(service.dataDir, "demo-settings.json");
  await writeFile(settings, JSON.stringify(SETTINGS));
  await run("projects", "settings", slug, "--set", settings);
  const keyOf = (scope: string) => run("keys", "create", "--project", slug, "--scope", scope, "--name", "demo");
  const [key, readKey, writeKey] = [await keyOf("ci"), await keyOf("mcp_read"), await keyOf("mcp_full")];
  const password = await passwordOf(service);
  return { key, readKey, writeKey, person: await signIn(service.apiUrl, EMAIL, password), email: EMAIL, password };
}

async function featureFiles(): Promise<string[]> {
  const folder = demoFile("features");
  return (await readdir(folder)).sort().map((file) => path.join(folder, file));
}

/** The demo's person signs in with a password that only this data folder knows. */
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
