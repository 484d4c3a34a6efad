// Finds the Chromium that Lighthouse drives: the one of the warm pool, preferably its headless shell.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import { BrowserUnavailableError } from "../../../browsers/errors.ts";
import { findBrowser } from "../../../browsers/find.ts";

/** Names of the headless shell in Playwright's downloads, old and new. */
const SHELLS = ["chrome-headless-shell", "headless_shell"];

/** Throws BrowserUnavailableError if there is none. */
export function chromiumPath(given?: string): string {
  const found = findBrowser("chromium", given);
  if (found.executablePath !== undefined) return found.executablePath;
  const full = chromium.executablePath();
  const shell = found.product === "chromium-headless-shell" ? playwrightShell(full) : undefined;
  if (shell !== undefined) return shell;
  if (existsSync(full)) return full;
  throw new BrowserUnavailableError(
    "chromium",
    "Playwright's headless shell has no program that Lighthouse can start.",
  );
}

/** Playwright exposes only the path of the full browser; the shell is in a folder next to it. */
function playwrightShell(full: string): string | undefined {
  const beside = /^(.*[/\\])chromium(-\d+)[/\\]/.exec(full);
  if (beside === null) return undefined;
  const folder = `${beside[1]}chromium_headless_shell${beside[2]}`;
  for (const inner of readdirSync(folder))
    for (const name of SHELLS) {
      const program = path.join(folder, inner, name);
      if (existsSync(program)) return program;
    }
  return undefined;
}
