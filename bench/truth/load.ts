// Keeps the processors busy during a measurement.
import { spawn } from "node:child_process";

/** Ends by itself when its parent process is gone, and after its time at the latest. */
const BURN = `const end = Date.now() + Number(process.argv[2]);
for (let at = 0; ; at += 1) if (at % 1e8 === 0 && (process.ppid !== Number(process.argv[1]) || Date.now() > end)) process.exit(0);`;
const MAX_MS = 3 * 3_600_000;

/** Starts this number of busy processes. Returns a function that ends them. */
export function burn(processes: number): () => void {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ["-e", BURN, String(process.pid), String(MAX_MS)], { stdio: "ignore" }),
  );
  return () => {
    for (const child of children) child.kill("SIGKILL");
  };
}
