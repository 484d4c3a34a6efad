// Machines in a network, built from Linux network namespaces on one bridge: each can be cut off, or its cable made slow and lossy.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { promisify } from "node:util";
import { isAlive } from "../../browsers/processes.ts";
import { eventually } from "../support/eventually.ts";

const execute = promisify(execFile);
const ip = (...args: string[]) => execute("ip", args);

/** Name prefix of everything created here; the pid of the creating process follows, so that leftovers can be identified. */
const PREFIX = "plc";
const NAMESPACES = "/run/netns";
/** Maximum time that a killed process takes to end. */
const KILL_MS = 5_000;

export type Slowness = { delayMs: number; loss: number };
export type Network = {
  /** Address at which every machine reaches the test itself. */
  hub: string;
  /** The first three numbers of every address, including the trailing dot. */
  subnet: string;
  /** Adds a machine and returns its address. Its name has at most 8 characters. */
  add(name: string): Promise<string>;
  /** Path for `nsenter --net=`. */
  namespaceOf(name: string): string;
  /** Drops all frames from and to the machine; the cable stays plugged in, so nobody is notified. */
  cut(name: string): Promise<void>;
  /** Delays each frame by half of `delayMs`, hence a round trip by all of it, and drops a share of the frames, in both directions. */
  slow(name: string, how: Slowness): Promise<void>;
  /** Ends both faults. */
  mend(name: string): Promise<void>;
  /** Pids of processes that run on the machine. */
  pids(name: string): Promise<number[]>;
  /** Ends every process of every machine, and removes the network. */
  close(): Promise<void>;
};

/** `slowLink`: path of the program in slowLink/. */
export async function openNetwork(slowLink: string): Promise<Network> {
  const tag = `${PREFIX}${process.pid.toString(36)}`;
  const bridge = `${tag}-hub`;
  const subnet = freeSubnet();
  const hub = `${subnet}1`;
  const machines = new Map<string, { port: string; namespace: string }>();
  const slowed = new Map<string, { carrier: ChildProcess; between: string }>();
  // A fixed address: otherwise the bridge takes that of a cable, and another one when that cable is removed.
  await ip("link", "add", bridge, "address", "02:70:6c:63:00:01", "type", "bridge");
  await ip("addr", "add", `${hub}/24`, "dev", bridge);
  await ip("link", "set", bridge, "up");

  const of = (name: string) => {
    const machine = machines.get(name);
    if (!machine) throw new Error(`there is no machine ${name}`);
    return machine;
  };
  const mend = async (name: string) => {
    const { port } = of(name);
    const slow = slowed.get(name);
    slowed.delete(name);
    if (slow) {
      await end(slow.carrier);
      await ip("link", "del", slow.between);
    }
    await ip("link", "set", port, "master", bridge);
  };
  return {
    hub,
    subnet,
    async add(name) {
      const namespace = `${tag}-${name}`;
      const port = `${tag}${machines.size}`;
      const address = `${subnet}${machines.size + 10}`;
      await ip("netns", "add", namespace);
      machines.set(name, { port, namespace });
      await ip("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace);
      // Without a bridge, the kernel would answer ARP on it for the hub.
      await ip("link", "set", port, "arp", "off", "master", bridge, "up");
      await ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "eth0");
      for (const device of ["lo", "eth0"]) await ip("-n", namespace, "link", "set", device, "up");
      return address;
    },
    namespaceOf: (name) => `${NAMESPACES}/${of(name).namespace}`,
    cut: async (name) => void (await ip("link", "set", of(name).port, "nomaster")),
    async slow(name, { delayMs, loss }) {
      const { port } = of(name);
      // Between the machine's cable and the bridge: a pair of interfaces, and the program that forwards frames.
      const [inner, between] = [`${port}s`, `${port}t`];
      await ip("link", "add", inner, "type", "veth", "peer", "name", between);
      await ip("link", "set", between, "master", bridge, "up");
      await ip("link", "set", inner, "arp", "off", "up");
      await ip("link", "set", port, "nomaster");
      const args = ["--between", `${port},${inner}`, "--delay", `${delayMs / 2}ms`, "--loss", `${loss}`];
      const carrier = spawn(slowLink, args, { stdio: ["pipe", "pipe", "inherit"] });
      slowed.set(name, { carrier, between });
      await Promise.race([once(carrier.stdout, "data"), failed(carrier)]);
    },
    mend,
    pids: (name) => pidsOf(of(name).namespace),
    async close() {
      for (const { carrier } of slowed.values()) await end(carrier);
      slowed.clear();
      await removeAll(tag);
    },
  };
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`the slow link ended with ${code}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

async function pidsOf(namespace: string): Promise<number[]> {
  const { stdout } = await ip("netns", "pids", namespace);
  return stdout.split("\n").filter(Boolean).map(Number);
}

/** Removes the namespaces and interfaces of a network, and ends what runs there. */
async function removeAll(tag: string): Promise<void> {
  for (const namespace of namespacesOf(tag)) {
    const pids = await pidsOf(namespace);
    for (const pid of pids) killNow(pid);
    const gone = async () => !(await pidsOf(namespace)).some(isAlive);
    await eventually(`the processes of ${namespace} end`, gone, KILL_MS);
    await ip("netns", "del", namespace);
  }
  // A cable disappears with either of its ends; one in a namespace, shortly after the namespace.
  for (const name of Object.keys(await interfaces()).filter((one) => one.startsWith(tag)))
    await ip("link", "del", name).catch(() => undefined);
}

/** Removes leftovers of processes that no longer exist, for example after the test was killed. */
export async function removeLeftNetworks(): Promise<void> {
  const names = [...namespacesOf(PREFIX), ...Object.keys(await interfaces())];
  const tags = new Set(names.flatMap((name) => new RegExp(`^(${PREFIX}[0-9a-z]+)-`).exec(name)?.[1] ?? []));
  for (const tag of tags) if (!isAlive(Number.parseInt(tag.slice(PREFIX.length), 36))) await removeAll(tag);
}

async function interfaces(): Promise<Record<string, true>> {
  const { stdout } = await ip("-o", "link");
  const names = stdout.split("\n").flatMap((line) => /^\d+: ([^:@]+)[:@]/.exec(line)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, true]));
}

function namespacesOf(start: string): string[] {
  try {
    return readdirSync(NAMESPACES).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process ended with its parent.
  }
}

/** Returns a subnet of 10.77.0.0/16 that no interface of this machine uses. */
function freeSubnet(): string {
  const taken = new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address.replace(/\d+$/, ""))),
  );
  for (let at = 0; at < 200; at += 1) {
    const subnet = `10.77.${(process.pid + at) % 250}.`;
    if (!taken.has(subnet)) return subnet;
  }
  throw new Error("every network that the test could take is in use");
}
