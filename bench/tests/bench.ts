// Measures the test suite: how long a lane takes, how many tests pass, and which files take longest.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { table } from "../../temporal-dev/table.ts";
import { verdict } from "../lib/rows.ts";
import { median } from "../lib/stats.ts";

export type Lane = "default" | "full";

/** Minutes on two cores with nothing else running. */
const BARS: Record<Lane, number> = { default: 12, full: 35 };
const SLOWEST = 10;

type Round = { minutes: number; passed: number; failed: number; slowest: string[] };

/** Runs a lane `rounds` times, one after the other, and returns the table. Nothing else should run at the same time. */
export async function benchTests(rounds: number, lane: Lane, log: (line: string) => void): Promise<string> {
  const all: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    const one = await runLane(lane, log);
    all.push(one);
    log(`${round}/${rounds}: ${one.passed} passed, ${one.failed} failed, ${one.minutes.toFixed(1)} min`);
  }
  const minutes = all.map((one) => one.minutes);
  const failed = all.reduce((sum, one) => sum + one.failed, 0);
  const last = all.at(-1);
  const rows = table(
    [lane === "full" ? "npm run test:full, without its checks" : "npm test, without its checks", "", "bar", ""],
    [
      ["runs in a row", String(rounds), "", ""],
      ["passed in the last one", String(last?.passed ?? 0), "", ""],
      ["failed in all of them", String(failed), "0", verdict(failed, 0)],
      ["minutes, median", median(minutes).toFixed(1), `≤ ${BARS[lane]}`, verdict(median(minutes), BARS[lane])],
      ["minutes, longest", Math.max(...minutes).toFixed(1), "", ""],
    ],
  );
  return `${rows}\n\nThe slowest files of the last run, with others beside them:\n${(last?.slowest ?? []).join("\n")}`;
}

async function runLane(lane: Lane, log: (line: string) => void): Promise<Round> {
  const from = performance.now();
  const runner = fileURLToPath(new URL("../../test/support/run.ts", import.meta.url));
  const child = spawn(process.execPath, [runner, "--times", ...(lane === "full" ? ["--full"] : [])], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  // If there is no count, the whole output.
  const end = output.slice(Math.max(0, output.search(/^ +\d+ passing/m)));
  const countOf = (what: string): number => Number(new RegExp(`^ +(\\d+) ${what}`, "m").exec(end)?.[1] ?? 0);
  const [passed, failed] = [countOf("passing"), countOf("failing")];
  if (failed > 0) log(end);
  if (passed === 0 || (code !== 0 && failed === 0))
    throw new Error(`The tests ended with ${code}.\n${end.slice(-4_000)}`);
  const slowest = [...output.matchAll(/^ *[\d.]+ s +[\d.]+ s processor {2}test\/.+$/gm)].map(([line]) => line);
  return { minutes: (performance.now() - from) / 60_000, passed, failed, slowest: slowest.slice(0, SLOWEST) };
}
