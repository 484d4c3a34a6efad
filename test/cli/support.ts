// A real database for tests: PLUMBLINE_TEST_MONGO, else the embedded one, built from temporal-dev/ferretdb and started here.
import { execFile, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Connection } from "mongoose";
import { ulid } from "ulid";
import type { AdminContext } from "../../api/operations/admin/admin.ts";
import { ensureDefaultOrganisation } from "../../api/operations/admin/ensureDefaultOrganisation.ts";
import type { Caller } from "../../api/operations/context.ts";
import { readConfig } from "../../domain/config.ts";
import { ProductError } from "../../domain/errors.ts";
import { connect } from "../../models/connect.ts";
import { bindModels, ensureIndexes } from "../../models/index.ts";
import { createSealer } from "../../models/sealing.ts";

const SOURCES = path.resolve(import.meta.dirname, "../../temporal-dev/ferretdb");
export const SECRET = "0123456789abcdef0123456789abcdef";

type Server = { uri: string; stop(): Promise<void> };
let binary: Promise<string> | undefined;

async function build(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-db-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "ferretdb");
  await promisify(execFile)("go", ["build", "-tags", "ferretdb_no_postgresql", "-o", file, "."], { cwd: SOURCES });
  return file;
}

async function startServer(): Promise<Server> {
  if (process.env.PLUMBLINE_TEST_MONGO) return { uri: process.env.PLUMBLINE_TEST_MONGO, stop: async () => {} };
  binary ??= build();
  const file = await binary;
  const dir = await mkdtemp(path.join(tmpdir(), "plumbline-test-data-"));
  // It ends with our end of its standard input, however this process ends.
  const child = spawn(file, ["--listen", "127.0.0.1:0", "--dir", dir, "--exit-with-stdin"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const uri = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error("the embedded database ended at its start")));
    child.stdout.on("data", (text: Buffer) => {
      const ready = /^ready (\S+)/m.exec(text.toString());
      if (ready?.[1]) resolve(ready[1]);
    });
  });
  return {
    uri,
    async stop() {
      child.stdin.end();
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export type TestDatabase = {
  uri: string;
  name: string;
  ctx: AdminContext;
  operator: Caller;
  logged: string[];
  /** Moves the clock that operations see. */
  setNow(time: Date | null): void;
};

/** Registers hooks: one server for the suite, one empty database for each test. */
export function useDatabase(options: { indexes?: boolean } = {}): TestDatabase {
  const database = {} as TestDatabase;
  let server: Server;
  let connection: Connection;
  before(async function () {
    this.timeout(300_000);
    server = await startServer();
  });
  beforeEach(async () => {
    const name = `test_${ulid().toLowerCase()}`;
    connection = await connect(server.uri, { dbName: name });
    const models = bindModels(connection);
    const logged: string[] = [];
    let now: Date | null = null;
    const ctx: AdminContext = {
      config: readConfig({}),
      models,
      sealer: createSealer(SECRET),
      log: (level, message, fields) => logged.push(JSON.stringify({ level, message, fields })),
      now: () => now ?? new Date(),
      ulid,
    };
    Object.assign(database, { uri: server.uri, name, ctx, logged, setNow: (time: Date | null) => (now = time) });
    if (options.indexes === false) return;
    await ensureIndexes(models);
    const organisation = await ensureDefaultOrganisation(ctx);
    database.operator = { kind: "operator", orgId: organisation._id };
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  after(async () => {
    await server.stop();
  });
  return database;
}

/** The ProductError a promise rejects with; anything else fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<ProductError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ProductError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
