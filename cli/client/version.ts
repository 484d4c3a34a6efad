import { readFileSync } from "node:fs";

/** Of the package that this file is in. */
export const CLIENT_VERSION: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
