import { readFile } from "node:fs/promises";

/** Returns the text of the file, or null if it does not exist. */
export const readIfThere = (file: string): Promise<string | null> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
