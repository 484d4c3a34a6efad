// Reads the projects of a repository's Playwright configuration: browsers, sizes and modes.
import { access } from "node:fs/promises";
import path from "node:path";
import { fieldsOf } from "../../domain/fields.ts";
import { nearestViewport } from "../../domain/import/backstopViewports.ts";
import { type PlaywrightModes, playwrightModes } from "../../domain/import/playwrightModes.ts";
import { ClientError } from "../client/exit.ts";
import { runConfig } from "./runConfig.ts";

const NAMES = ["ts", "mts", "cts", "js", "mjs", "cjs"].map((ending) => `playwright.config.${ending}`);
const NOTHING: PlaywrightModes = { projects: [], modes: {}, leftOut: [] };

/** Returns nothing if there is no configuration. If it cannot be read, `leftOut` says so, and the screenshots are imported anyway. */
export async function readPlaywrightConfig(folder: string): Promise<PlaywrightModes> {
  for (const name of NAMES) {
    const file = path.join(folder, name);
    if ((await access(file).catch(() => false)) === false) continue;
    try {
      const { json } = await runConfig(file, name);
      const found = playwrightModes(fieldsOf(json), nearestViewport);
      return { ...found, leftOut: found.leftOut.map((one) => ({ ...one, path: `${name}: ${one.path}` })) };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      return { ...NOTHING, leftOut: [{ path: name, reason: error.message.replace(`${name} `, "") }] };
    }
  }
  return NOTHING;
}
