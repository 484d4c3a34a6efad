// Determines the modes and browsers of the projects in a Playwright configuration, so that their screenshots are distinguished. Pure.

import { type Fields, fieldsOf, listOf } from "../fields.ts";
import {
  COLOR_SCHEMES,
  MAX_MODE_SCALE,
  MAX_MODES,
  MIN_MODE_SCALE,
  type ModeOptions,
  type Modes,
  modeInOrder,
} from "../visual/modes.ts";
import { BROWSERS, type BrowserName, type ViewportName } from "../visual/shot.ts";
import { modeShape } from "./modeShape.ts";
import type { LeftOut } from "./types.ts";

/** `project`: as in file names; "" for a configuration without projects. */
export type PlaywrightProject = { project: string; browser?: BrowserName; viewport?: ViewportName; mode?: string };
export type PlaywrightModes = { projects: PlaywrightProject[]; modes: Modes; leftOut: LeftOut[] };

type Take = (value: unknown) => ModeOptions | null;
const either =
  (of: Readonly<Record<string, ModeOptions>>): Take =>
  (value) =>
    Object.hasOwn(of, String(value)) ? (of[String(value)] ?? null) : null;

/** Fields of `use`; null if no mode can express the value, {} if it is the same as without a mode. */
const TAKEN: Readonly<Record<string, Take>> = {
  colorScheme: (value) =>
    COLOR_SCHEMES.filter((one) => one === value).map((one) => (one === "light" ? {} : { colorScheme: one }))[0] ?? null,
  locale: (value) => (value === "en-US" ? {} : checked({ locale: value as string })),
  timezoneId: (value) => (value === "UTC" ? {} : checked({ timeZone: value as string })),
  reducedMotion: either({ reduce: { reducedMotion: true }, "no-preference": { reducedMotion: false } }),
  forcedColors: either({ active: { forcedColors: true }, none: {} }),
  deviceScaleFactor: (value) =>
    value === 1
      ? {}
      : typeof value === "number" && value >= MIN_MODE_SCALE && value <= MAX_MODE_SCALE
        ? { scale: value }
        : null,
};

/**
 * Playwright's devices by name: when a configuration is read, `devices[name]` yields the name instead of the device's fields
 * (cli/import/sandboxProgram.ts). Their pixel density does not affect screenshots: toHaveScreenshot() has one pixel for each CSS pixel.
 */
const DEVICES: readonly [name: RegExp, browser: BrowserName, viewport: ViewportName][] = [
  [/^Desktop Firefox/, "firefox", "desktop"],
  [/^Desktop Safari/, "webkit", "desktop"],
  [/^Desktop/, "chromium", "desktop"],
  [/^iPad/, "webkit", "tablet"],
  [/^iPhone/, "webkit", "phone"],
  [/Tab|Nexus (?:7|10)|Kindle|PlayBook/, "chromium", "tablet"],
  [/./, "chromium", "phone"],
];

/** `nearest`: the size that a width counts as. */
export function playwrightModes(config: Fields, nearest: (width: number) => ViewportName): PlaywrightModes {
  const modes: Modes = {};
  const leftOut: LeftOut[] = [];
  const common = fieldsOf(config.use);
  const listed = listOf(config.projects).map((one, at) => ({ path: `projects[${at}].use`, fields: fieldsOf(one) }));
  const all = listed.length > 0 ? listed : [{ path: "use", fields: {} as Fields }];
  const projects = all.map(({ path, fields }): PlaywrightProject => {
    const use = { ...common, ...fieldsOf(fields.use) };
    const options = optionsOf(use, path, leftOut);
    const found: PlaywrightProject = { project: String(fields.name ?? "").replace(/[^a-z0-9]+/gi, "-") };
    const device = DEVICES.find(([name]) => name.test(String(use.plumblineDevice ?? "")));
    const browser = BROWSERS.find((one) => one === (use.browserName ?? use.defaultBrowserType ?? device?.[1]));
    if (browser !== undefined) found.browser = browser;
    const { width } = fieldsOf(use.viewport);
    const viewport = typeof width === "number" ? nearest(width) : device?.[2];
    if (viewport !== undefined) found.viewport = viewport;
    const mode = nameOf(options);
    if (mode === "") return found;
    if (Object.keys(modes).length >= MAX_MODES && modes[mode] === undefined)
      leftOut.push({ path, reason: `exceeds the maximum of ${MAX_MODES} modes per project` });
    else {
      modes[mode] = modeInOrder(options);
      found.mode = mode;
    }
    return found;
  });
  return { projects, modes, leftOut };
}

function optionsOf(use: Fields, path: string, leftOut: LeftOut[]): ModeOptions {
  const options: ModeOptions = {};
  // Some fields are only options of the context.
  const given: Fields = { ...fieldsOf(use.contextOptions), ...use };
  for (const [name, take] of Object.entries(TAKEN)) {
    if (given[name] === undefined || given[name] === null) continue;
    const taken = take(given[name]);
    if (taken === null)
      leftOut.push({ path: `${path}.${name}`, reason: `no mode supports ${JSON.stringify(given[name])}` });
    else Object.assign(options, taken);
  }
  return options;
}

/** Returns null if the service would refuse the options. */
const checked = (options: ModeOptions): ModeOptions | null =>
  modeShape.isValidSync(options, { strict: true }) ? options : null;

const WORDS: { [F in keyof Required<ModeOptions>]: (value: NonNullable<ModeOptions[F]>) => string } = {
  colorScheme: (value) => value,
  locale: (value) => value,
  timeZone: (value) => value.split("/").at(-1) ?? value,
  reducedMotion: (value) => (value ? "reduced-motion" : "motion"),
  scale: (value) => `${value}x`,
  forcedColors: () => "forced-colors",
  media: (value) => value,
};

/** Names the mode by its settings, so that equal projects share a mode: `dark-de-de`. "" if it has none. */
function nameOf(options: ModeOptions): string {
  const words = Object.entries(modeInOrder(options)).map(([field, value]) =>
    (WORDS[field as keyof ModeOptions] as (value: unknown) => string)(value),
  );
  return words
    .join("-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
}
