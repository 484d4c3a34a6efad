// What an installation writes while nobody does anything, in pages of the files of Temporal and of the embedded database.
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startService } from "../../temporal-dev/service.ts";
import { table } from "../../temporal-dev/table.ts";

const BAR_MB = 20;
const DAY_MINUTES = 1_440;
/** The start itself writes: schedules, a version of the workers, the first rounds. */
const SETTLING_MINUTES = 2;

export type IdleOptions = {
  minutes: number;
  /** A data folder that is there already; a new one unless given. */
  data?: string;
};

/** `npm run bench -- idle [--minutes N] [--data FOLDER]` */
export function idleOptions(args: readonly string[]): IdleOptions {
  const value = (name: string): string | undefined => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args[at + 1];
  };
  const data = value("--data");
  return { minutes: Number(value("--minutes")) || 20, ...(data !== undefined && { data: path.resolve(data) }) };
}

/** Starts a service, lets it be, and answers by how much each file grew. */
export async function benchIdle({ minutes, data }: IdleOptions, log: (line: string) => void): Promise<string> {
  const dir = data ?? (await mkdtemp(path.join(tmpdir(), "plumbline-bench-")));
  const service = await startService({ dataDir: dir, env: process.env, log, port: 0, private: true });
  try {
    await pause(SETTLING_MINUTES);
    const before = await sizesIn(dir);
    const rows = rowsIn(dir);
    log(`looking for ${minutes} minutes`);
    await pause(minutes);
    const after = await sizesIn(dir);
    for (const [name, count] of rowsIn(dir))
      if (count !== rows.get(name)) log(`${name}: ${rows.get(name) ?? 0} to ${count} rows`);
    const lines = [...after].map(([file, bytes]) => {
      const grown = bytes - (before.get(file) ?? 0);
      return [file, kb(bytes), kb(grown), ((grown / minutes) * (DAY_MINUTES / 1e6)).toFixed(1), "", ""];
    });
    const day = lines.reduce((sum, [, , , mb]) => sum + Number(mb), 0);
    lines.push(["all", "", "", day.toFixed(1), `≤ ${BAR_MB}`, day <= BAR_MB ? "met" : "missed"]);
    return table([`${minutes} minutes without work`, "kB", "grown kB", "MB a day", "bar", ""], lines);
  } finally {
    await service.stop();
    if (data === undefined) await rm(dir, { recursive: true, force: true });
  }
}

const pause = (minutes: number) => new Promise((resolve) => setTimeout(resolve, minutes * 60_000));
const kb = (bytes: number): string => (bytes / 1e3).toFixed(0);

/** SQLite files of a data folder. */
async function filesIn(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => /\.(db|sqlite)$/.test(name) && existsSync(path.join(dir, name))).sort();
}

/** Bytes of the pages in use of each SQLite file of a data folder: what lies in a write-ahead log counts, and what was set free does not. */
export async function sizesIn(dir: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await filesIn(dir)) {
    const value = (pragma: string): number =>
      Object.values(read(path.join(dir, name), `PRAGMA ${pragma}`)[0] ?? {})[0] as number;
    sizes.set(name, (value("page_count") - value("freelist_count")) * value("page_size"));
  }
  return sizes;
}

const TEMPORAL = "temporal.db";

/** How many rows each table of Temporal's has: what was written, in words. */
function rowsIn(dir: string): Map<string, number> {
  const file = path.join(dir, TEMPORAL);
  if (!existsSync(file)) return new Map();
  const tables = read(file, "SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name));
  return new Map(tables.map((name) => [name, Number(read(file, `SELECT count(*) AS n FROM "${name}"`)[0]?.n ?? 0)]));
}

function read(file: string, query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(query).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}
