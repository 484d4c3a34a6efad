// Calls a command in this process with separate standard streams and environment. Starting a process for each call takes a second of
// processor time; a few other tests show that the command works as a process.
import { Readable } from "node:stream";

export type Called = { code: number | null; stdout: string; stderr: string };
export type Surroundings = { env: NodeJS.ProcessEnv; stdin?: string };

/** Runs one call at a time, because streams and environment belong to the process. `main` returns the exit code. */
export async function callInProcess(
  main: (argv: string[]) => Promise<number>,
  argv: readonly string[],
  { env, stdin = "" }: Surroundings,
): Promise<Called> {
  const called: Called = { code: null, stdout: "", stderr: "" };
  const kept = { env: process.env, stdin: Object.getOwnPropertyDescriptor(process, "stdin") };
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ["stdout", "stderr"] as const)
    process[name].write = (text: string | Uint8Array) => {
      called[name] += typeof text === "string" ? text : Buffer.from(text).toString();
      return true;
    };
  process.env = { ...env };
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(stdin)]) });
  try {
    called.code = await main([...argv]);
  } finally {
    process.env = kept.env;
    if (kept.stdin) Object.defineProperty(process, "stdin", kept.stdin);
    for (const name of ["stdout", "stderr"] as const) process[name].write = writes[name];
  }
  return called;
}
