// A command called in this process, with an environment and standard streams of its own: starting a process for each call
// costs a second of processor time, and that the command works as a process is for a few tests to show.
import { Readable } from "node:stream";

export type Called = { code: number | null; stdout: string; stderr: string };
export type Surroundings = { env: NodeJS.ProcessEnv; stdin?: string };

/** One call at a time: the streams and the environment are the process's. `main` answers the exit code. */
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
