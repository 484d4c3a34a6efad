// Finds the executable of each browser on this machine, and explains how to install a missing one.
import { accessSync, closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, firefox, webkit } from "playwright";
import type { BrowserName } from "../domain/visual/shot.ts";
import { BrowserUnavailableError } from "./errors.ts";

/**
 * `executablePath` undefined: Playwright's default. `product` is the program's name in baselines, because screenshots of two
 * products are not fully comparable.
 */
export type FoundBrowser = { product: string; executablePath?: string; channel?: string };

/** Everything that `findBrowser` reads from the machine; injected for tests. */
export type Machine = {
  exists(path: string): boolean;
  /** Returns the first bytes of the file as text; "" if it cannot be read. */
  readStart(path: string): string;
  /** Returns the absolute path of a program on the PATH. */
  which(program: string): string | undefined;
  /** Returns the path where Playwright would install its own browser. */
  playwrightPath(kind: BrowserName): string;
};

const SYSTEM_CHROMIUMS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const SYSTEM_FIREFOXES = ["firefox-esr", "firefox"];

const MENDED_BY: Record<BrowserName, string> = {
  chromium: "run `npx playwright install chromium`, or on Debian as root `apt-get install chromium-headless-shell`",
  firefox: "run `npx playwright install firefox`, or on Debian as root `apt-get install firefox-esr`",
  webkit: "run `npx playwright install --with-deps webkit`; no system package can replace it",
};

const TITLE: Record<BrowserName, string> = { chromium: "Chromium", firefox: "Firefox", webkit: "WebKit" };

/**
 * Finds the browser, first match first: the given path, Playwright's own, the system's. A headless shell is preferred to
 * full Chromium because it creates a context in 70 ms instead of 300. Throws BrowserUnavailableError if none is found.
 */
export function findBrowser(kind: BrowserName, given?: string, machine: Machine = thisMachine): FoundBrowser {
  if (given !== undefined) return describe(kind, given, machine);
  const found =
    kind === "chromium" ? findChromium(machine) : kind === "firefox" ? findFirefox(machine) : findWebkit(machine);
  if (found !== undefined) return found;
  throw new BrowserUnavailableError(kind, `${TITLE[kind]} is not installed on this worker: ${MENDED_BY[kind]}.`);
}

function findChromium(machine: Machine): FoundBrowser | undefined {
  const own = machine.playwrightPath("chromium");
  // Playwright installs the shell in a folder next to the full browser and has no API for its path.
  const shellFolder = /^(.*[/\\])chromium(-\d+)[/\\]/.exec(own);
  if (
    shellFolder !== null &&
    machine.exists(join(`${shellFolder[1]}chromium_headless_shell${shellFolder[2]}`, "INSTALLATION_COMPLETE"))
  )
    return { product: "chromium-headless-shell" };
  const [shell, ...full] = SYSTEM_CHROMIUMS;
  const systemShell = machine.which(shell ?? "");
  if (systemShell !== undefined) return describe("chromium", systemShell, machine);
  if (machine.exists(own)) return { product: "chromium", channel: "chromium" };
  return firstOf("chromium", full, machine);
}

function findFirefox(machine: Machine): FoundBrowser | undefined {
  if (machine.exists(machine.playwrightPath("firefox"))) return { product: "firefox-playwright" };
  return firstOf("firefox", SYSTEM_FIREFOXES, machine);
}

function findWebkit(machine: Machine): FoundBrowser | undefined {
  return machine.exists(machine.playwrightPath("webkit")) ? { product: "webkit" } : undefined;
}

function firstOf(kind: BrowserName, programs: readonly string[], machine: Machine): FoundBrowser | undefined {
  for (const program of programs) {
    const path = machine.which(program);
    if (path !== undefined) return describe(kind, path, machine);
  }
  return undefined;
}

/**
 * Debian's shell is started by a wrapper script that waits for it. The pool would know the PID of the script only, and
 * ending the script would leave the browser running. A wrapper that does nothing else is bypassed.
 */
function withoutWrapper(path: string, machine: Machine): string {
  const wrapped = /^#!\/bin\/(?:ba)?sh[^\n]*\s+(?:exec )?(\/[^\s"']+) "\$@"\s*$/.exec(machine.readStart(path));
  return wrapped?.[1] !== undefined && machine.exists(wrapped[1]) ? wrapped[1] : path;
}

/** A stock Firefox is driven over WebDriver BiDi, which Playwright treats as a separate channel. */
function describe(kind: BrowserName, path: string, machine: Machine): FoundBrowser {
  const executablePath = withoutWrapper(path, machine);
  if (kind === "firefox") return { product: "firefox", executablePath, channel: "moz-firefox" };
  if (kind === "webkit") return { product: "webkit", executablePath };
  return { product: /headless[-_]shell/.test(executablePath) ? "chromium-headless-shell" : "chromium", executablePath };
}

const thisMachine: Machine = {
  exists: existsSync,
  readStart(path) {
    try {
      const file = openSync(path, "r");
      const bytes = Buffer.alloc(512);
      const count = readSync(file, bytes, 0, bytes.length, 0);
      closeSync(file);
      return bytes.toString("latin1", 0, count);
    } catch {
      return "";
    }
  },
  which(program) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      if (folder === "") continue;
      const path = join(folder, program);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
    return undefined;
  },
  playwrightPath: (kind) => ({ chromium, firefox, webkit })[kind].executablePath(),
};
