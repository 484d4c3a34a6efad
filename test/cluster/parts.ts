// The programs of each machine, how they are prepared, and how their readiness is checked.
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Connection, isGrpcServiceError } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import type { Supervisor } from "../../temporal-dev/supervisor.ts";
import type { Machine } from "./machines.ts";
import { mainConfig, siteConfig } from "./nginxConfig.ts";
import type { Programs } from "./programs.ts";
import { DATABASES, TEMPORAL_PORT, TEMPORAL_SETTINGS, temporalConfig } from "./temporalConfig.ts";

export const API_PORT = 4400;
const POSTGRES = { port: 5432, user: "temporal" };
const DATABASE_PORT = 27017;
const S3_PORT = 7070;
const BUCKET = "artifacts";
const CALL_MS = 3_000;
/** gRPC status: the namespace already exists. */
const ALREADY_EXISTS = 6;

const root = fileURLToPath(new URL("../..", import.meta.url));
const inRoot = (file: string): string => path.join(root, file);

/** Connects and disconnects; throws if nothing listens. */
function knock(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    socket.setTimeout(CALL_MS, () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
    socket.once("connect", () => resolve(void socket.destroy()));
  });
}

const printed = (words: string) => (said: string) => {
  if (!said.includes(words)) throw new Error(`it has not printed "${words}" yet`);
};

/** PostgreSQL with a new, empty database cluster, only for Temporal. */
export async function makePostgres(machine: Machine, { postgres }: Programs) {
  const password = randomBytes(12).toString("hex");
  const own = path.join(machine.folder, "postgres");
  await mkdir(own, { recursive: true });
  const ids = await Promise.all(["-u", "-g"].map((flag) => machine.run("id", [flag, postgres.account])));
  await chown(own, Number(ids[0]), Number(ids[1]));
  await writeFile(path.join(machine.folder, "password"), password);
  const data = path.join(machine.here, "postgres", "data");
  const account = { user: postgres.account };
  const files = ["-D", data, "--username", POSTGRES.user, "--pwfile", path.join(machine.here, "password")];
  await machine.run(postgres.initdb, [...files, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"], account);
  const network = machine.address.replace(/\d+$/, "0/24");
  const access = `local all all scram-sha-256\nhost all all ${network} scram-sha-256\n`;
  await writeFile(path.join(own, "data", "pg_hba.conf"), access);
  const listening = ["-h", machine.address, "-p", `${POSTGRES.port}`, "-k", path.join(machine.here, "tmp")];
  const server = machine.program({
    name: "PostgreSQL",
    command: postgres.server,
    args: ["-D", data, ...listening, "-c", "max_connections=200"],
    user: postgres.account,
    // It listens before it accepts connections.
    ready: printed("ready to accept connections"),
  });
  return { programs: [server], place: { address: machine.address, user: POSTGRES.user, password } };
}

/** The Temporal server; `prepare` creates its tables and the namespace, once. */
export async function makeTemporal(
  machine: Machine,
  { temporal }: Programs,
  postgres: { address: string; user: string; password: string },
) {
  const { address } = machine;
  const settings = path.join(machine.here, "settings.yaml");
  await writeFile(path.join(machine.folder, "settings.yaml"), JSON.stringify(TEMPORAL_SETTINGS));
  await writeFile(path.join(machine.folder, "development.yaml"), temporalConfig({ address, postgres, settings }));
  const server = machine.program({
    name: "Temporal",
    command: temporal.server,
    args: ["--root", machine.here, "--config", ".", "--allow-no-auth", "start"],
    ready: async () => {
      await knock(address, TEMPORAL_PORT);
      await withTemporalAt(address, ({ workflowService }) => workflowService.getSystemInfo({}));
    },
  });
  const prepare = async () => {
    const { user, password } = postgres;
    const door = ["--plugin", "postgres12_pgx", "--ep", postgres.address, "-p", `${POSTGRES.port}`, "-u", user];
    for (const [kind, database] of Object.entries(DATABASES))
      for (const step of [
        ["create-database"],
        ["setup-schema", "-v", "0.0"],
        ["update-schema", "--schema-name", `postgresql/v12/${kind}`],
      ])
        await machine.run(temporal.sqlTool, [...door, "--pw", password, "--db", database, ...step]);
  };
  return { programs: [server], prepare, address: `${address}:${TEMPORAL_PORT}` };
}

async function withTemporalAt<T>(address: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: `${address}:${TEMPORAL_PORT}`, connectTimeout: CALL_MS });
  try {
    return await connection.withDeadline(Date.now() + CALL_MS, () => work(connection));
  } finally {
    await connection.close();
  }
}

/** Registers the namespace as an operator does before the first start of Plumbline. */
export const registerNamespace = (machine: Machine): Promise<void> =>
  withTemporalAt(machine.address, async ({ workflowService }) => {
    await workflowService
      .registerNamespace({ namespace: "default", workflowExecutionRetentionPeriod: msToTs("7 days") })
      .catch((error: unknown) => {
        if (!isGrpcServiceError(error) || error.code !== ALREADY_EXISTS) throw error;
      });
    // The namespace becomes visible some seconds later.
    await workflowService.countWorkflowExecutions({ namespace: "default" });
  });

/** The document database, on its port. */
export async function makeDatabase(machine: Machine, { database }: Programs) {
  const { address } = machine;
  const data = path.join(machine.here, "database");
  await mkdir(path.join(machine.folder, "database"), { recursive: true, mode: 0o700 });
  const ready = () => knock(address, DATABASE_PORT);
  const programs: Supervisor[] = [];
  if (database.kind === "mongod") {
    const args = ["--dbpath", data, "--bind_ip", address, "--port", `${DATABASE_PORT}`, "--quiet"];
    programs.push(machine.program({ name: "database", command: database.path, args, ready }));
  } else {
    const socket = path.join(machine.here, "mongo.sock");
    const args = ["--dir", data, "--socket", socket];
    programs.push(machine.program({ name: "database", command: database.path, args, ready: printed("ready ") }));
    const door = [inRoot("test/cluster/tcpDoor.ts"), address, `${DATABASE_PORT}`, socket];
    programs.push(machine.program({ name: "door", command: process.execPath, args: door, ready }));
  }
  return { programs, uri: `mongodb://${address}:${DATABASE_PORT}/plumbline` };
}

/** An S3 server with one bucket. */
export async function makeS3(machine: Machine, { s3 }: Programs) {
  const { address, here, folder } = machine;
  // A folder is a bucket. Its metadata has a separate folder, because not every file system supports extended attributes.
  for (const one of [path.join("data", BUCKET), "meta"]) await mkdir(path.join(folder, one), { recursive: true });
  const keys = { access: "plumbline-test", secret: randomBytes(16).toString("hex") };
  const args = ["--port", `${address}:${S3_PORT}`, "--access", keys.access, "--secret", keys.secret];
  const files = ["posix", "--sidecar", path.join(here, "meta"), path.join(here, "data")];
  const server = machine.program({
    name: "S3",
    command: s3,
    args: [...args, "--health", "/health", "--quiet", ...files],
    ready: async () => {
      const answer = await fetch(`http://${address}:${S3_PORT}/health`, { signal: AbortSignal.timeout(CALL_MS) });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    },
  });
  return {
    programs: [server],
    place: `s3://${BUCKET}/cluster`,
    env: {
      AWS_ACCESS_KEY_ID: keys.access,
      AWS_SECRET_ACCESS_KEY: keys.secret,
      AWS_REGION: "us-east-1",
      AWS_ENDPOINT_URL: `http://${address}:${S3_PORT}`,
    },
  };
}

/** nginx in front of the APIs, configured by deploy/nginx.conf; `answered` reads its log. */
export async function makeNginx(machine: Machine, { nginx }: Programs, apis: readonly string[]) {
  await writeFile(path.join(machine.folder, "site.conf"), siteConfig(apis));
  await writeFile(path.join(machine.folder, "nginx.conf"), mainConfig(machine.here));
  const program = machine.program({
    name: "nginx",
    command: nginx,
    args: ["-p", machine.here, "-c", path.join(machine.here, "nginx.conf"), "-e", "stderr"],
    ready: () => knock(machine.address, 80),
  });
  const answered = () => readFile(path.join(machine.folder, "access.log"), "utf8");
  return { programs: [program], url: `http://${machine.address}`, answered };
}

/** `settings` of every machine of the installation. */
export function makeApi(machine: Machine, settings: Record<string, string>): Supervisor {
  return machine.program({
    name: "API",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", inRoot("api/main.ts")],
    env: { ...settings, ...ownFolder(machine), SVC_HOST: machine.address, SVC_PORT: `${API_PORT}` },
    ready: async () => {
      const url = `http://${machine.address}:${API_PORT}/api/health`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    },
  });
}

export function makeWorker(machine: Machine, settings: Record<string, string>): Supervisor {
  return machine.program({
    name: "worker",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", inRoot("workers/main.ts")],
    env: { ...settings, ...ownFolder(machine), SVC_WORKER_METRICS_PORT: "0" },
    ready: printed("worker is polling"),
  });
}

const ownFolder = ({ here }: Machine): Record<string, string> => ({
  SVC_DATA_DIR: path.join(here, "data"),
  NODE_COMPILE_CACHE: path.join(here, "compiled"),
});
