// `npm run test:cluster [-- --quick] [--cut SECONDS] [--only "WORDS;WORDS"] [FILE…]`: an installation across eleven machines, made of
// network namespaces of this machine, with faults and a rolling restart. Needs root.
//   --quick  all pairs of kind of work, part and fault; see works/index.ts
//   --cut    how long a machine is cut off; 60 s by default
//   --shots  number of shots in the rolling restart; 300 by default
//   --only   the cases whose titles contain one of these words
import { spawn } from "node:child_process";
import { glob } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { removeLeftFolders } from "./cluster.ts";
import { removeLeftNetworks } from "./network.ts";
import { findPrograms } from "./programs.ts";

/** Eleven machines share a few cores. */
const TIMEOUT_FACTOR = 2;

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    cut: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    shots: { type: "string", default: "300" },
  },
});
// The cluster uses its own databases.
for (const name of ["MONGODB_URI", "TEMPORAL_ADDRESS"]) delete process.env[name];

async function removeLeft(): Promise<void> {
  await removeLeftNetworks();
  await removeLeftFolders();
}

async function test(): Promise<number> {
  const files: string[] = [];
  for await (const file of glob("test/cluster/*.cluster.ts", { cwd: root }))
    if (names.length === 0 || names.some((name) => file.includes(name))) files.push(file);
  files.sort();
  const mocha = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "node_modules/mocha/bin/mocha.js",
      "--exit",
      "--require",
      "test/support/timeoutFactor.ts",
      "--require",
      "test/cluster/hooks.ts",
      ...files,
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        PLUMBLINE_TEST_TIMEOUT_FACTOR: String(TIMEOUT_FACTOR),
        PLUMBLINE_CLUSTER_QUICK: options.quick ? "1" : "0",
        PLUMBLINE_CLUSTER_CUT_SECONDS: options.cut,
        PLUMBLINE_CLUSTER_ONLY: options.only,
        PLUMBLINE_CLUSTER_SHOTS: options.shots,
      },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => mocha.kill("SIGINT"));
  return new Promise((resolve) => mocha.once("exit", (code) => resolve(code ?? 1)));
}

try {
  const programs = await findPrograms((line) => console.log(`cluster: ${line}`)).catch((error: Error) => error);
  if (programs instanceof Error) {
    console.error(`test:cluster: ${programs.message}`);
    process.exitCode = 1;
  } else {
    await removeLeft();
    process.exitCode = await test();
  }
} finally {
  // Whatever happened to mocha, remove everything of its cluster.
  await removeLeft();
}
