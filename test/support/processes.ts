// Finds processes that belong to a test: everything it started must have ended when the test ends.
import { readdir, readFile } from "node:fs/promises";

/** Returns the processes whose command line or environment contains the word. */
export async function processesWith(word: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    ids.map(async (id) => {
      const [line = "", env = ""] = await Promise.all(
        ["cmdline", "environ"].map((name) => readFile(`/proc/${id}/${name}`, "utf8").catch(() => "")),
      );
      return (line + env).includes(word) ? [`${id} ${line.replaceAll("\0", " ")}`] : [];
    }),
  );
  return found.flat();
}
