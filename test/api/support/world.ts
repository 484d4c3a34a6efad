// One organisation with everything in it, a second one that must stay invisible, and the service over HTTP.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { createApp } from "../../../api/app.ts";
import type { OperationContext } from "../../../api/lib/context.ts";
import { hashKey } from "../../../api/operations/keys/authenticateKey.ts";
import { hashPassword } from "../../../api/operations/keys/passwords.ts";
import { type Config, readConfig } from "../../../domain/config.ts";
import { type Embedder, EmbedderUnavailableError } from "../../../domain/functional/find/embedder.ts";
import { composeKey, type KeyKind, type Scope } from "../../../domain/keys.ts";
import type { Role } from "../../../models/users/schema.ts";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import { openDatabase } from "../../support/database.ts";
import { SECRET, testSealer } from "../../support/sealer.ts";
import { createClient } from "./client.ts";
import { FakeEngine } from "./engine.ts";

export const PASSWORD = "correct horse battery";

/** Hashing is expensive on purpose, so it is done once per process. */
let passwordHash: string | undefined;

/** Few tests depend on the meaning of words, and the embedding model takes 150 MB. */
const wordsOnly: Embedder = {
  model: "none",
  embed: () => Promise.reject(new EmbedderUnavailableError("Tests compare words only.")),
};

export type World = Awaited<ReturnType<typeof makeWorld>>;

export async function makeWorld(config: Partial<Config> = {}, mongo: { uri?: string; silenceMs?: number } = {}) {
  const database = await openDatabase(mongo.uri, mongo);
  const { models } = database;
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-artifacts-"));
  const engine = new FakeEngine();
  const logged: { level: string; message: string; fields: Record<string, unknown> }[] = [];
  const clock = { at: new Date("2026-03-10T12:00:00Z") };
  const ctx: OperationContext = {
    config: { ...readConfig({}), secretKey: SECRET, ...config },
    models,
    artifacts: createFileStore(folder),
    engine,
    sealer: testSealer(),
    embedder: wordsOnly,
    model: null,
    log: (level, message, fields = {}) => void logged.push({ level, message, fields }),
    now: () => clock.at,
    ulid,
  };
  const servers: ReturnType<typeof createServer>[] = [];
  /** Starts another API process on the same database. `dashboard`: folder with the built pages that it serves. */
  const listen = async (changed: Partial<OperationContext> = {}, pages: { dashboard?: string } = {}) => {
    const server = createServer(createApp({ ...ctx, ...changed }, { version: "0.0.0-test", ...pages }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    return createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };

  // One command a collection: most tests take less time than these documents one by one.
  await models.organisations.insertMany([
    { _id: "org_a", name: "Acme", slug: "acme", plan: "enterprise", settings: {}, createdAt: clock.at },
    { _id: "org_b", name: "Other", slug: "other", plan: "enterprise", settings: {}, createdAt: clock.at },
  ]);
  await models.projects.insertMany([project("prj_shop", "org_a", "Shop"), project("prj_blog", "org_a", "Blog")]);
  await models.projects.create(project("prj_foreign", "org_b", "Foreign"));
  await models.environments.insertMany([
    environment("env_prod", "prj_shop", "Production", "https://shop.example"),
    environment("env_stage", "prj_shop", "Staging", "https://staging.shop.example"),
    environment("env_blog", "prj_blog", "Production", "https://blog.example"),
  ]);
  await models.scenarios.insertMany(
    ["Home", "About us", "Product page"].map((label) => ({
      _id: `scn_${label.replaceAll(" ", "_").toLowerCase()}`,
      projectId: "prj_shop",
      label,
      url: "/",
      createdAt: clock.at,
    })),
  );

  passwordHash ??= await hashPassword(PASSWORD);
  const user = (role: Role, orgId = "org_a", email = `${role}@${orgId}.example`) => ({
    _id: `usr_${email}`,
    orgId,
    email,
    name: role,
    role,
    passwordHash,
    createdAt: clock.at,
  });
  const addUser = (...args: Parameters<typeof user>) => models.users.create(user(...args));
  await models.users.insertMany([user("admin"), user("editor"), user("viewer"), user("admin", "org_b")]);

  /** Adds a key for the project Shop, or an organisation key. Returns its text. */
  const addKey = async (
    scope: Scope | null,
    more: {
      kind?: KeyKind;
      projectId?: string;
      orgId?: string;
      defaultProject?: string;
      expiresAt?: Date;
      name?: string;
    } = {},
  ) => {
    const kind = more.kind ?? "project";
    const text = composeKey(kind, randomBytes(24));
    await models.apiKeys.create({
      _id: `key_${ulid().toLowerCase()}`,
      orgId: more.orgId ?? "org_a",
      name: more.name ?? `${kind} ${scope}`,
      kind,
      scope,
      projectId: kind === "project" ? (more.projectId ?? "prj_shop") : null,
      defaultProject: more.defaultProject ?? null,
      hash: hashKey(text),
      hint: text.slice(0, 12),
      createdBy: "test",
      createdAt: clock.at,
      expiresAt: more.expiresAt ?? null,
    });
    return text;
  };

  const client = await listen();
  return {
    ctx,
    models,
    engine,
    logged,
    clock,
    client,
    listen,
    addKey,
    addUser,
    advance: (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
    },
    session: (role: Role, orgId = "org_a") => client.signIn(`${role}@${orgId}.example`, PASSWORD),
    /** Makes every later database call fail as if the server were gone. */
    async loseDatabase() {
      await database.connection.close();
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      if (database.connection.readyState === 1) await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };

  function project(_id: string, orgId: string, name: string) {
    const slug = name.toLowerCase();
    return { _id, orgId, name, slug, baseUrl: `https://${slug}.example`, createdAt: clock.at };
  }
  function environment(_id: string, projectId: string, name: string, baseUrl: string) {
    return { _id, projectId, name, slug: name.toLowerCase(), baseUrl, createdAt: clock.at };
  }
}
