import { readFileSync } from "node:fs";

/** Version of the package that contains this file. */
export const CLIENT_VERSION: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
