// The test's side of holds.preload.ts: which messages of the API and of the worker to the database are held back now.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export type HeldWrite = { process: "api" | "workers"; all: string[] };
export type Holds = {
  /** For the environment of the service. */
  env: Record<string, string>;
  /** Holds back every message that has all of these parts, until `release`. */
  hold(name: string, write: HeldWrite): void;
  /** How many messages a process holds back, or held. */
  reached(name: string): number;
  /** The name of the host whose process did so last; null: none did. */
  hostOf(name: string): string | null;
  release(name: string): void;
};

const PRELOAD = new URL("holds.preload.ts", import.meta.url).href;

/** `folder` is where test and service meet; it is made. */
export function createHolds(folder: string): Holds {
  mkdirSync(folder, { recursive: true });
  const rules = new Map<string, HeldWrite & { serial: number }>();
  let serial = 0;
  const file = path.join(folder, "holds.json");
  const marker = (name: string) => path.join(folder, `${name}.reached`);
  /** Renamed into place: a reader never meets half of it. */
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify([...rules].map(([name, rule]) => ({ name, ...rule }))));
    renameSync(`${file}.new`, file);
  };
  return {
    env: { PLUMBLINE_TEST_HOLDS: folder, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${PRELOAD}`.trim() },
    hold(name, rule) {
      for (const file of [marker(name), path.join(folder, `${name}.host`)]) rmSync(file, { force: true });
      serial += 1;
      rules.set(name, { ...rule, serial });
      write();
    },
    reached: (name) => (existsSync(marker(name)) ? Number(readFileSync(marker(name), "utf8")) : 0),
    hostOf(name) {
      const file = path.join(folder, `${name}.host`);
      return existsSync(file) ? readFileSync(file, "utf8") : null;
    },
    release(name) {
      rules.delete(name);
      write();
    },
  };
}
