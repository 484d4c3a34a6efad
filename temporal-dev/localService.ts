// Runs the service for one command: `plumbline run --local` starts this process, gets the address and an API key over IPC, and stops it. If
// that command is gone, it stops by itself, together with what it guards. Its argument is the maximum time in ms to wait for another such
// process on the same data folder.
import { ulid } from "ulid";
import { createKey } from "../api/operations/keys/createKey.ts";
import { revokeKey } from "../api/operations/keys/revokeKey.ts";
import { ensureDefaultOrganisation } from "../api/operations/people/ensureDefaultOrganisation.ts";
import { type Config, ConfigError, readConfig } from "../domain/config.ts";
import { fileVariable } from "../domain/secretFiles.ts";
import { connect } from "../models/database/connect.ts";
import { bindModels } from "../models/index.ts";
import { tellParent } from "../platform/ipc.ts";
import { outliveOutput } from "../platform/logFile.ts";
import { DataInUseError, type DataLock, lockDataDir } from "./data-lock.ts";
import { type Service, startService } from "./service.ts";
import { setUp } from "./setup.mjs";

/** Messages from the command. `guard`: a process group that must not outlive the command. */
type Asked = { kind: "stop" } | { kind: "guard"; group: number };
/** Messages to the command. `holds`: this process has locked the data folder. */
type Told =
  | { kind: "note"; line: string }
  | { kind: "holds" }
  | { kind: "ready"; apiUrl: string; key: string }
  | { kind: "failed"; line: string };

const KEY_HOURS = 24;
/** The user's own databases, Temporal servers and buckets serve other purposes and must not be used. */
const NOT_OURS = ["MONGODB_URI", "TEMPORAL_ADDRESS", "TEMPORAL_NAMESPACE", "SVC_ARTIFACTS"];

const tell = (told: Told) => tellParent(told);

async function main(): Promise<void> {
  outliveOutput();
  for (const name of [...NOT_OURS, "TEMPORAL_API_KEY"]) {
    delete process.env[name];
    delete process.env[fileVariable(name)];
  }
  const stop = Promise.withResolvers<void>();
  let group: number | null = null;
  process.on("message", (asked: Asked) => {
    if (asked.kind === "guard") group = asked.group;
    else {
      group = null;
      stop.resolve();
    }
  });
  process.on("disconnect", () => {
    if (group !== null) endGroup(group);
    stop.resolve();
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.resolve());
  const log = (line: string) => {
    process.stdout.write(`${line}\n`);
    tell({ kind: "note", line });
  };
  const config = readConfig(process.env);
  const stopped = stop.promise.then(() => null);
  const lock = await Promise.race([takeFolder(config.dataDir, log), stopped]);
  if (lock === null) return;
  tell({ kind: "holds" });
  const setting = setUp({ parts: ["browsers", "fonts"], log }).then(() => true);
  // Downloads are abandoned on stop, but a start is awaited, so that everything stops in order.
  if (!(await Promise.race([setting, stopped]))) return;
  const service = await startService({ dataDir: config.dataDir, env: process.env, log, port: 0, private: true, lock });
  try {
    const { key, id } = await makeKey(config, service);
    tell({ kind: "ready", apiUrl: service.apiUrl, key });
    await stop.promise;
    await asOperator(config, service, (ctx, caller) => revokeKey(ctx, caller, { key: id }));
  } finally {
    await service.stop();
  }
}

const OWN_FOLDER = "--data gives this run a folder of its own";

/** Locks the folder. Two commands on one folder run one after the other, as long as the second may wait. */
async function takeFolder(dataDir: string, log: (line: string) => void): Promise<DataLock> {
  const waitMs = Number(process.argv[2] ?? 0);
  const patience = `${Math.round(waitMs / 1_000)} s`;
  try {
    return await lockDataDir(dataDir, {
      waitMs,
      waiting: (by) => log(`${dataDir} is in use by ${by}: waiting for it, ${patience} at most; ${OWN_FOLDER}`),
    });
  } catch (error) {
    if (!(error instanceof DataInUseError)) throw error;
    throw new Error(`${dataDir} is still in use by ${error.by} after ${patience}; ${OWN_FOLDER}`);
  }
}

/** Creates an API key that only the command uses. It is revoked when the command ends, or expires if the command was killed. */
function makeKey(config: Config, service: Service): Promise<{ key: string; id: string }> {
  return asOperator(config, service, async (ctx, caller) => {
    const expiresAt = new Date(Date.now() + KEY_HOURS * 3_600_000).toISOString();
    const { key, record } = await createKey(ctx, caller, {
      name: "plumbline run --local",
      kind: "org",
      scope: "mcp_full",
      expiresAt,
    });
    return { key, id: record.id };
  });
}

type Act<T> = (ctx: Parameters<typeof createKey>[0], caller: { kind: "operator"; orgId: string }) => Promise<T>;

async function asOperator<T>(config: Config, service: Service, act: Act<T>): Promise<T> {
  const dbName = service.env.SVC_MONGO_DATABASE || config.mongoDatabase;
  const connection = await connect(service.stack.mongoUri, { dbName, maxPoolSize: 2 });
  try {
    const nothingSealed = (): never => {
      throw new Error("a key is hashed, not sealed");
    };
    const sealer = { seal: nothingSealed, open: nothingSealed };
    const ctx = { config, models: bindModels(connection), sealer, log: () => undefined, now: () => new Date(), ulid };
    const organisation = await ensureDefaultOrganisation(ctx);
    return await act(ctx, { kind: "operator", orgId: organisation._id });
  } finally {
    await connection.close();
  }
}

function endGroup(group: number): void {
  try {
    process.kill(-group, "SIGTERM");
  } catch {
    // It has already ended.
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const line = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${line}\n`);
    tell({ kind: "failed", line });
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);
