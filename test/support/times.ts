// Root hooks that record how long each test file takes, when PLUMBLINE_TEST_TIMES names a file for it.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const out = process.env.PLUMBLINE_TEST_TIMES;
const root = fileURLToPath(new URL("../..", import.meta.url));
let began = 0;

/** With `--parallel`, mocha runs these once for each file. */
export const mochaHooks = {
  beforeAll(): void {
    began = performance.now();
  },
  afterAll(this: Mocha.Context): void {
    const file = this.test?.parent?.suites[0]?.file;
    if (out === undefined || file === undefined) return;
    appendFileSync(out, `${Math.round(performance.now() - began)} ${path.relative(root, file)}\n`);
  },
};

/** The lines of such a file, slowest first: seconds and the test file's path. */
export function slowestFiles(lines: string, count: number): { seconds: number; file: string }[] {
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [ms = "0", ...rest] = line.split(" ");
      return { seconds: Number(ms) / 1_000, file: rest.join(" ") };
    })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
