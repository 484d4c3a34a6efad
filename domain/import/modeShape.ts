// Validates modes that come from outside.
import { array, boolean, lazy, number, object, string } from "yup";
import { fieldsOf } from "../fields.ts";
import { isTimeZone } from "../schedules/cron.ts";
import {
  COLOR_SCHEMES,
  MAX_COMBINATIONS,
  MAX_MODE_SCALE,
  MAX_MODES,
  MEDIA,
  MIN_MODE_SCALE,
  MODE_NAME,
  NO_MODE,
} from "../visual/modes.ts";

/** Whether this platform knows the language; a tag may be well-formed without naming one. */
function isLocale(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}

/** One mode, without its name. */
export const modeShape = object({
  colorScheme: string().oneOf(COLOR_SCHEMES),
  locale: string()
    .max(40)
    .test("locale", "must be a language, such as de-DE or ja", (value) => value == null || isLocale(value))
    .meta({ description: "Language of the visitor, such as de-DE; default en-US" }),
  timeZone: string()
    .max(60)
    .test(
      "timeZone",
      "must be a time zone of the IANA database, such as Europe/Berlin or UTC",
      (value) => value == null || isTimeZone(value),
    )
    .meta({ description: "Of the IANA database, such as Europe/Berlin; default UTC" }),
  reducedMotion: boolean().meta({
    description: "Whether pages are shown with less motion; default: as the stabilizer",
  }),
  scale: number()
    .min(MIN_MODE_SCALE)
    .max(MAX_MODE_SCALE)
    .meta({ description: "Device pixels per CSS pixel; default: of the viewport" }),
  forcedColors: boolean().meta({ description: "High contrast colors of the system, in Chromium only" }),
  media: string().oneOf(MEDIA).meta({ description: "print: the layout for printers, not in Firefox" }),
})
  .test(
    "some",
    "must have at least one setting, such as colorScheme: dark",
    (mode) => mode == null || Object.keys(mode).length > 0,
  )
  .noUnknown()
  .default(undefined);

/** Modes by name. */
export const modesShape = lazy((given: unknown) => {
  const names = Object.keys(fieldsOf(given)).slice(0, MAX_MODES);
  return object(Object.fromEntries(names.map((name) => [name, modeShape.required()])))
    .noUnknown(true, `must have at most ${MAX_MODES} modes`)
    .test("names", "must have names of lower-case letters, digits and dashes", () =>
      names.every((name) => MODE_NAME.test(name)),
    )
    .test("reserved", `must not define ${NO_MODE}, which is the page without a mode`, () => !names.includes(NO_MODE))
    .default(undefined);
});

/** Distinct names of modes. Whether the project has them is checked where the project is known. */
export const modeNamesShape = array(string().min(1).max(40).required())
  .max(MAX_COMBINATIONS)
  .test("different", "must not contain duplicates", (list) => list == null || new Set(list).size === list.length)
  .meta({
    description: `Modes in which the page is captured, each with baselines of its own; ${NO_MODE}: without a mode`,
  });
