// Measures what an installation writes while idle, in pages of Temporal's and the embedded database's files.
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startService } from "../../temporal-dev/service.ts";
import { table } from "../../temporal-dev/table.ts";

const BAR_MB = 20;
const DAY_MINUTES = 1_440;
/** The start itself writes schedules, a worker version and the first housekeeping. */
const SETTLING_MINUTES = 2;

export type IdleOptions = {
  minutes: number;
  /** An existing data folder. Default: a new one. */
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

/** Starts a service, leaves it alone, and returns how much each file grew. */
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

/** Returns the SQLite files of a data folder. */
async function filesIn(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => /\.(db|sqlite)$/.test(name) && existsSync(path.join(dir, name))).sort();
}

/** Returns the bytes of used pages in each SQLite file of a data folder. Includes the write-ahead log and excludes free pages. */
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

/** Returns the number of rows in each of Temporal's tables, to show what was written. */
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
