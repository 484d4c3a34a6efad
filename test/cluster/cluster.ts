// An installation across eleven machines, as drawn in docs/cluster.md, and the faults of its machines.
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isAlive, killOne } from "../../browsers/processes.ts";
import { parseS3Place } from "../../domain/artifactPlace.ts";
import { openStore } from "../../platform/artifacts/open.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import { waitUntilReady } from "../../temporal-dev/service.ts";
import type { Supervisor } from "../../temporal-dev/supervisor.ts";
import { eventually } from "../support/eventually.ts";
import { alive, FAULT_SETTINGS } from "../support/faults.ts";
import { createHolds, type Holds } from "../support/holds.ts";
import type { Watched } from "../support/watched.ts";
import { createMachines, type Machine } from "./machines.ts";
import { type Network, openNetwork, type Slowness } from "./network.ts";
import {
  API_PORT,
  makeApi,
  makeDatabase,
  makeNginx,
  makePostgres,
  makeS3,
  makeTemporal,
  makeWorker,
  registerNamespace,
} from "./parts.ts";
import type { Programs } from "./programs.ts";

const APIS = ["api1", "api2"];
const WORKERS = ["worker1", "worker2", "worker3", "worker4"];
/** A worker at another location. It also does work without a location. */
export const LOCATION = { name: "eu", machine: "worker4" };
/** Machines of each part. */
export const PARTS = {
  nginx: ["nginx"],
  API: APIS,
  worker: WORKERS,
  Temporal: ["temporal"],
  database: ["database"],
  S3: ["s3"],
  PostgreSQL: ["postgres"],
} as const satisfies Record<string, readonly string[]>;
export type Part = keyof typeof PARTS;
/** Maximum duration of a restart, including the pauses between attempts and what the part waits for. */
const BACK_MS = 300_000;
const MACHINES = Object.values(PARTS).flat();

/** Stop signals of programs that systemd also stops in their own way. */
const STOP_BY: Partial<Record<Part, NodeJS.Signals>> = { nginx: "SIGQUIT", PostgreSQL: "SIGINT" };
/** Parts whose remaining processes are killed too, because they would keep the port, the files or the memory. */
const DIE_WHOLE: ReadonlySet<Part> = new Set(["nginx", "PostgreSQL", "database"]);

/** Prefix of a cluster's folder name; the pid of its process follows. */
const FOLDERS = "plc-";

/** Removes folders of processes that no longer exist. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${FOLDERS}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}

export type Cluster = Watched & {
  /** Address of nginx, which people, CI jobs and the dashboard use. */
  url: string;
  /** In the form that the invariants and the works of the fault tests expect. */
  apiUrl: string;
  /** Address on which the test's own sites listen. */
  hub: string;
  holds: Holds;
  /** Returns the machine with this address, or undefined if there is none. */
  machineAt(address: string): string | undefined;
  /**
   * Sends SIGKILL to the part on one machine. `left`: processes that ran there and must end too. `back` resolves when the part, which is
   * restarted as by systemd, works again.
   */
  kill(machine: string): Promise<{ left: number[]; back: Promise<void> }>;
  cut(machine: string): Promise<void>;
  slow(machine: string, how: Slowness): Promise<void>;
  mend(machine: string): Promise<void>;
  /** Stops the machine as a system shutdown does, and starts it again. */
  restart(machine: string): Promise<void>;
  /** Resolves when every part works. */
  ready(): Promise<void>;
  /** Lines of nginx's log, one per response. */
  answered(): Promise<string[]>;
  /** Log of programs that ended and came back. */
  told: readonly string[];
  stop(): Promise<void>;
};

const placeOf = (machine: string): Record<string, string> =>
  machine === LOCATION.machine ? { SVC_LOCATION: LOCATION.name } : {};

export const partOf = (machine: string): Part =>
  (Object.keys(PARTS) as Part[]).find((part) => (PARTS[part] as readonly string[]).includes(machine)) as Part;

/** `settings` are added to those of every API and worker. */
export async function startCluster(
  programs: Programs,
  { settings = {}, log }: { settings?: Record<string, string>; log(line: string): void },
): Promise<Cluster> {
  const root = await mkdtemp(path.join(tmpdir(), `${FOLDERS}${process.pid}-`));
  // PostgreSQL's account must be able to enter its folder.
  await chmod(root, 0o755);
  const network = await openNetwork(programs.slowLink);
  const supervisors = new Map<string, Supervisor[]>();
  const stop = async () => {
    for (const one of [...supervisors.values()].flat()) one.expectEnd();
    await network.close();
    await rm(root, { recursive: true, force: true });
  };
  try {
    return await bringUp({ programs, settings, log, root, network, supervisors, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

type Rising = {
  programs: Programs;
  settings: Record<string, string>;
  log(line: string): void;
  root: string;
  network: Network;
  supervisors: Map<string, Supervisor[]>;
  stop(): Promise<void>;
};

async function bringUp({ programs, settings, log, root, network, supervisors, stop }: Rising): Promise<Cluster> {
  const { make, told } = createMachines(network, root);
  const machines = new Map<string, Machine>();
  for (const name of MACHINES) machines.set(name, await make(name));
  const machine = (name: string): Machine => machines.get(name) as Machine;
  const holds = createHolds(path.join(root, "holds"));

  const postgres = await makePostgres(machine("postgres"), programs);
  const temporal = await makeTemporal(machine("temporal"), programs, postgres.place);
  const database = await makeDatabase(machine("database"), programs);
  const s3 = await makeS3(machine("s3"), programs);
  const apis = APIS.map((name) => `${machine(name).address}:${API_PORT}`);
  const nginx = await makeNginx(machine("nginx"), programs, apis);
  const shared = {
    ...FAULT_SETTINGS,
    ...s3.env,
    ...holds.env,
    MONGODB_URI: database.uri,
    TEMPORAL_ADDRESS: temporal.address,
    SVC_SECRET_KEY: randomBytes(32).toString("hex"),
    SVC_ARTIFACTS: s3.place,
    SVC_PUBLIC_URL: nginx.url,
    SVC_TRUST_PROXY: "1",
    SVC_ALLOWED_HOSTS: network.hub,
    // All browsers share two cores.
    SVC_BROWSER_SLOTS: "1",
    SVC_COMPARE_THREADS: "1",
    SVC_CI_RATE_PER_MINUTE: "100000",
    SVC_INVOKE_RATE_PER_MINUTE: "10000",
    ...settings,
  };
  for (const [name, own] of [
    ["postgres", postgres.programs],
    ["temporal", temporal.programs],
    ["database", database.programs],
    ["s3", s3.programs],
    ["nginx", nginx.programs],
    ...APIS.map((one) => [one, [makeApi(machine(one), shared)]] as const),
    ...WORKERS.map((one) => [one, [makeWorker(machine(one), { ...shared, ...placeOf(one) })]] as const),
  ] as const)
    supervisors.set(name, [...own]);

  const start = async (...names: string[]) => {
    for (const name of names) for (const one of supervisors.get(name) ?? []) await one.start();
    log(`${names.join(", ")}: up`);
  };
  await start("postgres");
  await temporal.prepare();
  await start("temporal");
  await eventually("the namespace is registered", () =>
    registerNamespace(machine("temporal")).then(
      () => true,
      () => false,
    ),
  );
  await start("database", "s3");
  // One after the other, because together they would use both cores for a minute each.
  await start(...APIS);
  await start(...WORKERS, "nginx");

  // For the test's own access to the artifacts.
  Object.assign(process.env, s3.env);
  const place = parseS3Place(s3.place);
  if (Array.isArray(place)) throw new Error(place.join());
  const store: ArtifactStore = await openStore(place);
  const stack = { mongoUri: database.uri, temporalAddress: temporal.address };
  const ready = () => waitUntilReady(nginx.url, 300_000);
  await ready();
  log(`ready ${nginx.url}`);

  const pidsOf = (name: string) => (supervisors.get(name) ?? []).flatMap(({ pid }) => pid ?? []);
  return {
    url: nginx.url,
    apiUrl: nginx.url,
    hub: network.hub,
    holds,
    service: { dataDir: root, stack, store },
    machineAt: (address) => MACHINES.find((name) => machine(name).address === address),
    async kill(name) {
      const left = await network.pids(name);
      const killed = DIE_WHOLE.has(partOf(name)) ? left : pidsOf(name);
      for (const pid of killed) killOne(pid);
      await eventually(`what was killed on ${name} has ended`, () => !killed.some(alive));
      const again = async () => {
        const own = supervisors.get(name) ?? [];
        const isBack = () => own.every(({ pid }) => pid !== undefined && !killed.includes(pid));
        await eventually(`${name} is started again`, isBack, BACK_MS);
        // Joins the start in progress.
        for (const one of own) await one.start();
      };
      return { left, back: again() };
    },
    cut: network.cut,
    slow: network.slow,
    mend: network.mend,
    async restart(name) {
      const all = supervisors.get(name) ?? [];
      for (const one of all.toReversed()) await one.stop(STOP_BY[partOf(name)]);
      for (const one of all) await one.start();
    },
    ready,
    answered: async () => (await nginx.answered()).split("\n").filter(Boolean),
    told,
    stop,
  };
}
