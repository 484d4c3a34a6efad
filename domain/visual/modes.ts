// Modes: named ways in which a visitor's browser asks for a page. Each is captured, and has baselines, of its own.
import { plural } from "../text.ts";
import { BROWSER_WORDS, type BrowserName } from "../words/browsers.ts";
import { NO_MODE } from "../words/modes.ts";

export const COLOR_SCHEMES = ["light", "dark"] as const;
export const MEDIA = ["screen", "print"] as const;

/** What a mode asks for; what is left out is as without a mode. */
export type ModeOptions = {
  colorScheme?: (typeof COLOR_SCHEMES)[number];
  /** BCP 47. */
  locale?: string;
  /** Of the IANA database. */
  timeZone?: string;
  reducedMotion?: boolean;
  /** Device pixels per CSS pixel, in place of the viewport's. */
  scale?: number;
  forcedColors?: boolean;
  media?: (typeof MEDIA)[number];
};
export type Mode = ModeOptions & { name: string };

/** Of a project, by name. */
export type Modes = Record<string, ModeOptions>;

export { NO_MODE };
export const MAX_MODES = 20;
export const MODE_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const MIN_MODE_SCALE = 0.5;
export const MAX_MODE_SCALE = 3;
/** Viewports × browsers × modes of one scenario: all viewports in all browsers in four modes. */
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
/** What a browser accepts and then does not show, so that the screenshot would pass as that of another mode. */
const LACKS: Readonly<Record<BrowserName, readonly Lack[]>> = {
  chromium: [],
  firefox: [FORCED_COLORS, PRINT],
  webkit: [FORCED_COLORS],
};

/** Why the browser cannot show the mode, as a sentence; null: it can. */
export function unsupportedBy(browser: BrowserName, mode: Mode): string | null {
  const lack = LACKS[browser].find(({ when }) => when(mode));
  if (lack === undefined) return null;
  return `${BROWSER_WORDS[browser]} cannot show ${lack.what}, which the mode "${mode.name}" asks for: run it in another browser.`;
}

/** The modes of a scenario by name: its own, else those that the project asks for, else none. */
export function modeNamesOf(
  scenario: { modes?: readonly string[] | undefined },
  ofProject: readonly string[] = [],
): string[] {
  const own = scenario.modes ?? [];
  const names = own.length > 0 ? own : ofProject;
  return names.length > 0 ? [...names] : [NO_MODE];
}

/** The same as they stand in keys of baselines. */
export const baselineModesOf = (
  scenario: { modes?: readonly string[] | undefined },
  ofProject?: readonly string[],
): { mode?: string }[] => modeNamesOf(scenario, ofProject).map((name) => (name === NO_MODE ? {} : { mode: name }));

/** null: the page without a mode. undefined: the project has none of that name. */
export function modeNamed(name: string, modes: Modes = {}): Mode | null | undefined {
  if (name === NO_MODE) return null;
  const options = Object.hasOwn(modes, name) ? modes[name] : undefined;
  return options && { name, ...options };
}

/** The viewport as a mode shows it. */
export const viewportIn = <V extends { scale: number }>(viewport: V, mode: ModeOptions | undefined): V =>
  mode?.scale === undefined ? viewport : { ...viewport, scale: mode.scale };

/** What is wrong with so many shots of one scenario; null: nothing. */
export function tooManyCombinations(viewports: number, browsers: number, modes: number): string | null {
  const count = viewports * browsers * modes;
  if (count <= MAX_COMBINATIONS) return null;
  const parts = [plural(viewports, "viewport"), plural(browsers, "browser"), plural(modes, "mode")];
  return `${parts.join(" × ")} make ${count} screenshots of one scenario; the maximum is ${MAX_COMBINATIONS}`;
}

/** The fields in one order. */
export const modeInOrder = (options: ModeOptions): ModeOptions =>
  Object.fromEntries(
    MODE_FIELDS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const])),
  );
