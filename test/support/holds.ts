// The test's side of holds.preload.ts: selects which database messages of the API and the worker are held back.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export type HeldWrite = { process: "api" | "workers"; all: string[] };
export type Holds = {
  /** Environment variables for the service. */
  env: Record<string, string>;
  /** Holds back every message that contains all of these parts, until `release`. */
  hold(name: string, write: HeldWrite): void;
  /** Number of messages that a process is holding back or has held back. */
  reached(name: string): number;
  /** Host name of the process that last held a message back, or null if none did. */
  hostOf(name: string): string | null;
  release(name: string): void;
};

const PRELOAD = new URL("holds.preload.ts", import.meta.url).href;

/** `folder` is shared by the test and the service; it is created. */
export function createHolds(folder: string): Holds {
  mkdirSync(folder, { recursive: true });
  const rules = new Map<string, HeldWrite & { serial: number }>();
  let serial = 0;
  const file = path.join(folder, "holds.json");
  const marker = (name: string) => path.join(folder, `${name}.reached`);
  /** Renamed into place, so that a reader never sees a partial file. */
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
