// A database for tests: the one PLUMBLINE_TEST_MONGO names, else the embedded one, started once for all files.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ulid } from "ulid";
import { connect } from "../../../models/connect.ts";
import { bindModels, ensureIndexes } from "../../../models/index.ts";

const SOURCE = fileURLToPath(new URL("../../../temporal-dev/ferretdb/", import.meta.url));

export type DatabaseProcess = { uri: string; stop(): Promise<void> };

/** Builds the embedded database (seconds, after the first time) and starts one of its own. */
export async function startEmbeddedDatabase(port = 0, dir?: string): Promise<DatabaseProcess> {
  const binary = path.join(tmpdir(), "plumbline-test", "plumbline-ferretdb");
  await promisify(execFile)("go", ["build", "-tags", "ferretdb_no_postgresql", "-o", binary, "."], { cwd: SOURCE });
  const made = dir ?? (await mkdtemp(path.join(tmpdir(), "plumbline-test-db-")));
  // It ends with our end of its standard input, also when this process is killed.
  const child = spawn(binary, ["--listen", `127.0.0.1:${port}`, "--dir", made, "--exit-with-stdin"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const uri = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const match = /^ready (mongodb:\S+)/.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
    void ended.then(() => reject(new Error("The embedded database ended before it was ready.")));
  });
  return {
    uri,
    async stop() {
      child.stdin.end();
      await ended;
      if (dir === undefined) await rm(made, { recursive: true, force: true });
    },
  };
}

let shared: Promise<DatabaseProcess> | null = null;

async function sharedUri(): Promise<string> {
  const given = process.env.PLUMBLINE_TEST_MONGO;
  if (given) return given;
  shared ??= startEmbeddedDatabase();
  return (await shared).uri;
}

after(async () => {
  await (await shared)?.stop();
});

/** A fresh database with every index, on the shared server unless another is given; `drop` takes it away again. */
export async function openDatabase(uri?: string) {
  const connection = await connect(uri ?? (await sharedUri()), {
    dbName: `test_${ulid().toLowerCase()}`,
    timeoutMs: 2_000,
  });
  const models = bindModels(connection);
  await ensureIndexes(models);
  return {
    connection,
    models,
    async drop() {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}
