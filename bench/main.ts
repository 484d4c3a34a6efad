// `npm run bench -- [visual|compare|growth] [rounds]`: prints tables with peers side by side and writes bench/results.md.
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { benchVisual } from "./visual/bench.ts";
import { benchGrowth } from "./visual/growth.ts";

const log = (line: string) => process.stdout.write(`${line}\n`);
const [which = "all", given] = process.argv.slice(2);
const rounds = Number(given ?? 5);

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

const benches: Record<string, () => Promise<string>> = {
  visual: () => benchVisual(rounds, log),
  compare,
  growth: () => benchGrowth(log),
};
const wanted = which === "all" ? Object.keys(benches) : [which];
const parts: string[] = [
  `# Results\n\n${cpus()[0]?.model ?? "unknown processor"}, ${availableParallelism()} cores, Node ${process.version}, ${rounds} rounds, ${new Date().toISOString().slice(0, 10)}`,
];
for (const name of wanted) {
  const bench = benches[name];
  if (!bench) {
    process.stderr.write(`There is no bench "${name}"; there are: ${Object.keys(benches).join(", ")}.\n`);
    process.exit(2);
  }
  const text = await bench();
  log(text);
  parts.push(`## ${name}\n\n\`\`\`\n${text}\n\`\`\``);
}
await writeFile(new URL("./results.md", import.meta.url), `${parts.join("\n\n")}\n`);
process.exit(0);
