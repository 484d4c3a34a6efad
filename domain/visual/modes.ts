// Modes: named browser settings with which a page is requested. Each mode is captured separately and has its own baselines.
import { plural } from "../text.ts";
import { BROWSER_WORDS, type BrowserName } from "../words/browsers.ts";
import { NO_MODE } from "../words/modes.ts";

export const COLOR_SCHEMES = ["light", "dark"] as const;
export const MEDIA = ["screen", "print"] as const;

/** Settings of a mode; missing ones are as without a mode. */
export type ModeOptions = {
  colorScheme?: (typeof COLOR_SCHEMES)[number];
  /** BCP 47 language tag. */
  locale?: string;
  /** IANA time zone. */
  timeZone?: string;
  reducedMotion?: boolean;
  /** Device pixels per CSS pixel, instead of the viewport's. */
  scale?: number;
  forcedColors?: boolean;
  media?: (typeof MEDIA)[number];
};
export type Mode = ModeOptions & { name: string };

/** Modes of a project by name. */
export type Modes = Record<string, ModeOptions>;

export { NO_MODE };
export const MAX_MODES = 20;
export const MODE_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const MIN_MODE_SCALE = 0.5;
export const MAX_MODE_SCALE = 3;
/** Maximum of viewports × browsers × modes per scenario: all viewports in all browsers in four modes. */
export const MAX_COMBINATIONS = 36;

/** The order in which fields are written. */
export const MODE_FIELDS = [
  "colorScheme",
  "locale",
  "timeZone",
  "reducedMotion",
  "scale",
  "forcedColors",
  "media",
] as const satisfies readonly (keyof ModeOptions)[];

type Lack = { when: (mode: ModeOptions) => boolean; what: string };
const FORCED_COLORS: Lack = { when: ({ forcedColors }) => forcedColors === true, what: "forced colors" };
const PRINT: Lack = { when: ({ media }) => media === "print", what: "the print layout" };
/** Settings that a browser accepts but does not render, so that the screenshot would be mistaken for one of another mode. */
const LACKS: Readonly<Record<BrowserName, readonly Lack[]>> = {
  chromium: [],
  firefox: [FORCED_COLORS, PRINT],
  webkit: [FORCED_COLORS],
};

/** Returns why the browser cannot show the mode, as a sentence, or null if it can. */
export function unsupportedBy(browser: BrowserName, mode: Mode): string | null {
  const lack = LACKS[browser].find(({ when }) => when(mode));
  if (lack === undefined) return null;
  return `${BROWSER_WORDS[browser]} cannot show ${lack.what}, which the mode "${mode.name}" requires. Use another browser.`;
}

/** Returns the names of a scenario's modes: its own, otherwise those of the project, otherwise none. */
export function modeNamesOf(
  scenario: { modes?: readonly string[] | undefined },
  ofProject: readonly string[] = [],
): string[] {
  const own = scenario.modes ?? [];
  const names = own.length > 0 ? own : ofProject;
  return names.length > 0 ? [...names] : [NO_MODE];
}

/** Returns the mode names as they appear in baseline keys. */
export const baselineModesOf = (
  scenario: { modes?: readonly string[] | undefined },
  ofProject?: readonly string[],
): { mode?: string }[] => modeNamesOf(scenario, ofProject).map((name) => (name === NO_MODE ? {} : { mode: name }));

/** Returns null for the page without a mode and undefined if the project has no mode of that name. */
export function modeNamed(name: string, modes: Modes = {}): Mode | null | undefined {
  if (name === NO_MODE) return null;
  const options = Object.hasOwn(modes, name) ? modes[name] : undefined;
  return options && { name, ...options };
}

/** Returns the viewport as the mode shows it. */
export const viewportIn = <V extends { scale: number }>(viewport: V, mode: ModeOptions | undefined): V =>
  mode?.scale === undefined ? viewport : { ...viewport, scale: mode.scale };

/** Returns the error for too many shots of one scenario, or null. */
export function tooManyCombinations(viewports: number, browsers: number, modes: number): string | null {
  const count = viewports * browsers * modes;
  if (count <= MAX_COMBINATIONS) return null;
  const parts = [plural(viewports, "viewport"), plural(browsers, "browser"), plural(modes, "mode")];
  return `${parts.join(" × ")} make ${count} screenshots of one scenario; the maximum is ${MAX_COMBINATIONS}`;
}

/** Returns the fields in a fixed order. */
export const modeInOrder = (options: ModeOptions): ModeOptions =>
  Object.fromEntries(
    MODE_FIELDS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const])),
  );
