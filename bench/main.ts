// `npm run bench --
// [visual|act|agent|capacity|causes|compare|growth|a11y|dashboard|failing|fairness|functional|perf|lhci|goals|heal|history|idle|loop|meaning|privacy|problems|reads|requests|retention|scale|schedules|sites|sound|stack|suite|tests|traces|truth]
// [rounds]`: prints tables that compare Plumbline with its peers, and writes bench/results.md.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { benchA11y } from "./a11y/bench.ts";
import { benchAct } from "./act/bench.ts";
import { benchAgent } from "./agent/bench.ts";
import { benchCapacity } from "./capacity/bench.ts";
import { benchCauses } from "./causes/bench.ts";
import { benchDashboard } from "./dashboard/bench.ts";
import { benchFairness } from "./fairness/bench.ts";
import { benchFunctional } from "./functional/bench.ts";
import { benchGoals } from "./goals/bench.ts";
import { benchHeal } from "./heal/bench.ts";
import { benchHistory } from "./history/bench.ts";
import { benchIdle, idleOptions } from "./history/idle.ts";
import { benchReads, readsOptions } from "./history/reads.ts";
import { benchLoop } from "./loop/bench.ts";
import { benchMeaning } from "./meaning/bench.ts";
import { benchBesideLhci, benchVerdicts } from "./perf/bench.ts";
import { benchPrivacy } from "./privacy/bench.ts";
import { benchProblems } from "./problems/bench.ts";
import { benchRequests } from "./requests/bench.ts";
import { benchRetention, retentionOptions } from "./retention/bench.ts";
import { benchScale } from "./scale/bench.ts";
import { scaleOptions } from "./scale/options.ts";
import { benchSchedules } from "./schedules/bench.ts";
import { benchSites } from "./sites/bench.ts";
import { benchSound } from "./sound/bench.ts";
import { benchStack } from "./stack/bench.ts";
import { benchSuite } from "./suite/bench.ts";
import { benchTests } from "./tests/bench.ts";
import { benchTraces } from "./traces/bench.ts";
import { benchTruth } from "./truth/bench.ts";
import { benchArtifacts } from "./visual/artifacts.ts";
import { benchVisual } from "./visual/bench.ts";
import { benchFailing } from "./visual/failing.ts";
import { benchGrowth } from "./visual/growth.ts";

const log = (line: string) => process.stdout.write(`${line}\n`);
const [which = "all", given] = process.argv.slice(2);
/** One round of these benchmarks takes at least a quarter of an hour, so their default is one. */
const rounds = Math.floor(Number(given)) || (which === "truth" || which === "tests" ? 1 : 5);
const lane = process.argv.includes("--full") ? "full" : "default";
/** Partial benchmarks, and those of somebody else's pages, are printed but not saved. */
const partial =
  [
    "--only",
    "--pages",
    "--pillars",
    "--kind",
    "--old",
    "--runs",
    "--calls",
    "--commands",
    "--copies",
    "--tools",
    "--workers",
    "--no-load",
    "--shots-a-day",
  ].some((option) => process.argv.includes(option)) ||
  ((which === "sound" || which === "goals") && given !== undefined) ||
  // Uses external test cases, which are not part of a clone.
  which === "act";

async function compare(): Promise<string> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("./compare/bench.ts", import.meta.url)), String(rounds)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`The compare bench ended with ${code}.`);
  return output.trim();
}

/** `--pages 40`: number of pages to create. */
function pagesGiven(): number | undefined {
  const at = process.argv.indexOf("--pages");
  return at < 0 ? undefined : Number(process.argv[at + 1]) || undefined;
}

const benches: Record<string, () => Promise<string>> = {
  // `--artifacts s3`: only Plumbline, comparing the S3 store with the file store.
  visual: () => (process.argv.includes("--artifacts") ? benchArtifacts(rounds, log) : benchVisual(rounds, log)),
  agent: () => benchAgent(log),
  capacity: () => benchCapacity(which === "capacity" ? process.argv.slice(3) : []),
  causes: () => benchCauses(which === "causes" ? process.argv.slice(3) : [], log),
  compare,
  a11y: () => benchA11y(rounds, log),
  act: () => benchAct(which === "act" ? process.argv.slice(3) : [], log),
  dashboard: () => benchDashboard(log, pagesGiven()),
  failing: () => benchFailing(rounds, log),
  growth: () => benchGrowth(log),
  // Verdicts are compared by frequency, so a round here is four measurements of each kind.
  perf: () => benchVerdicts(rounds * 4, log),
  lhci: () => benchBesideLhci(rounds, log),
  fairness: () => benchFairness(rounds, log),
  functional: () => benchFunctional(rounds, log),
  goals: () => benchGoals(which === "goals" ? process.argv.slice(3) : [], log),
  heal: () => benchHeal(log),
  history: async () => benchHistory(rounds * 4, log),
  idle: () => benchIdle(idleOptions(which === "idle" ? process.argv.slice(3) : []), log),
  loop: () => benchLoop(log),
  meaning: () => benchMeaning(log),
  privacy: () => benchPrivacy(rounds, log),
  problems: () => benchProblems(rounds * 2, log),
  reads: () => benchReads(readsOptions(which === "reads" ? process.argv.slice(3) : []), log),
  requests: () => benchRequests(log),
  retention: () => benchRetention(retentionOptions(which === "retention" ? process.argv.slice(3) : []), log),
  scale: () => benchScale(scaleOptions(which === "scale" ? process.argv.slice(3) : []), log),
  schedules: () => benchSchedules(log),
  sites: () => benchSites(which === "sites" ? process.argv.slice(3) : [], log),
  sound: () => benchSound(which === "sound" ? process.argv.slice(3) : [], log),
  stack: () => benchStack(rounds, log),
  suite: () => benchSuite(rounds, log),
  tests: () => benchTests(rounds, lane, log),
  traces: () => benchTraces(rounds, log),
  truth: () => benchTruth(which === "truth" ? process.argv.slice(3) : [], log),
};
const wanted = which === "all" ? Object.keys(benches).filter((name) => name !== "act" && name !== "tests") : [which];
const file = new URL("./results.md", import.meta.url);
const machine = `${cpus()[0]?.model ?? "unknown processor"}, ${availableParallelism()} cores, Node ${process.version}`;

/** Returns the sections of earlier results by name. */
async function earlier(): Promise<Map<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "");
  const sections = text.split(/^## /m).slice(1);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf("\n")), section.trim()]));
}

for (const name of wanted) {
  const bench = benches[name];
  if (!bench) {
    process.stderr.write(`There is no bench "${name}"; there are: ${Object.keys(benches).join(", ")}.\n`);
    process.exit(2);
  }
  const text = await bench();
  log(text);
  if (partial) continue;
  const sections = await earlier();
  const day = new Date().toISOString().slice(0, 10);
  // Results of a loaded machine are kept next to those of an idle one.
  const loaded = name === "truth" && process.argv.includes("--loaded");
  const final = name === "causes" && process.argv.includes("final");
  const stores = name === "visual" && process.argv.includes("--artifacts");
  const full = name === "tests" && lane === "full";
  const title = `${name}${loaded ? ", loaded" : ""}${full ? ", full lane" : ""}${final ? ", final half" : ""}${stores ? ", S3 beside files" : ""}`;
  sections.set(title, `${title}\n\n${machine}, ${rounds} rounds, ${day}\n\n\`\`\`\n${text}\n\`\`\``);
  const parts = [...sections.keys()].sort().map((key) => `## ${sections.get(key)}`);
  await writeFile(file, `# Results\n\n${parts.join("\n\n")}\n`);
}
process.exit(0);
