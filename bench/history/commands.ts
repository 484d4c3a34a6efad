// Measures what a face asks of the database: the commands, the number of documents, and the time.
import { existsSync, truncateSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

type Command = { name: string; filter: string; ms: number; documents: number };

const PRELOAD = pathToFileURL(new URL("./commands.preload.mjs", import.meta.url).pathname).href;
/** Number of command kinds listed, longest first. */
const NAMED = 14;

/** Returns the environment for processes that log their database commands. */
export function watchedEnv(env: NodeJS.ProcessEnv, file: string): NodeJS.ProcessEnv {
  writeFileSync(file, "");
  return { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ""} --import ${PRELOAD}`, BENCH_COMMANDS_FILE: file };
}

/** Clears the log. */
export function forgetCommands(file: string): void {
  if (existsSync(file)) truncateSync(file);
}

export async function countCommands(file: string): Promise<number> {
  return (await readFile(file, "utf8")).split("\n").filter((line) => line.endsWith("}")).length;
}

/** Returns "43 commands, 85 ms, 1200 documents", and the longest commands. */
export async function commandsIn(file: string): Promise<string> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.endsWith("}"));
  const all = lines.map((line) => JSON.parse(line) as Command);
  const words = (of: readonly Command[]): string => {
    const sum = (field: "ms" | "documents") => of.reduce((total, one) => total + one[field], 0);
    return `${of.length} commands, ${Math.round(sum("ms"))} ms, ${sum("documents")} documents`;
  };
  const kinds = [...Map.groupBy(all, ({ name, filter }) => `${name} by ${filter}`)]
    .map(([kind, own]) => ({ kind, own, ms: own.reduce((total, { ms }) => total + ms, 0) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, NAMED);
  return [words(all), ...kinds.map(({ kind, own }) => `    ${kind}: ${words(own)}`)].join("\n");
}
