// Reads a command's input apart from its options: files, and standard input for "-".
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { CliError, EXIT } from "./exit.ts";

/** Maximum size of an input; a file with 5,000 scenarios has about 2 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Returns the text of a file, or of standard input for "-". */
export async function readInput(file: string): Promise<string> {
  if (file === "-") return readStdin();
  try {
    return await readFile(locate(file), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "error";
    throw new CliError(EXIT.usage, "usage", `The file ${file} cannot be read (${code}).`);
  }
}

/** Returns the JSON of a file, or of standard input for "-". Errors contain only the position, because the parser's own message quotes the text. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readInput(file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const place =
      error instanceof Error ? /position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0] : undefined;
    throw new CliError(EXIT.usage, "usage", `${file} is not valid JSON${place ? `: see ${place}` : ""}.`);
  }
}

export async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write("Reading from the terminal; end with Ctrl-D.\n");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new CliError(EXIT.usage, "usage", "Standard input is larger than 32 MB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads a line without showing it while it is typed; without a terminal, reads standard input. */
export async function readSecret(what: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await readStdin()).replace(/\r?\n$/, "");
  const [{ createInterface }, { Writable }] = await Promise.all([
    import("node:readline/promises"),
    import("node:stream"),
  ]);
  stderr.write(`${what}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    stderr.write("\n");
  }
}

/** npm runs scripts in the package's folder and provides the person's folder as INIT_CWD. */
function locate(file: string): string {
  const meant = path.resolve(process.env.INIT_CWD ?? ".", file);
  return existsSync(meant) ? meant : path.resolve(file);
}

/** Parses JSON that contains secrets. The parser's own message would quote the text. */
export function parseSecret(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CliError(EXIT.usage, "usage", `${what} is not valid JSON.`);
  }
}
