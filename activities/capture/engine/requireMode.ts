// Verifies that the page sees the mode of the shot: a browser that ignores one silently shows another page.
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { MODE_FIELDS, type ModeOptions } from "../../../domain/visual/modes.ts";
import type { Preparing } from "./prepare.ts";

/** For each field, an expression that is true in a page that sees it. */
const SEEN: { [Field in keyof ModeOptions]-?: (value: NonNullable<ModeOptions[Field]>) => string } = {
  colorScheme: (scheme) => media(`(prefers-color-scheme: ${scheme})`),
  locale: (locale) => `navigator.language.toLowerCase() === ${JSON.stringify(locale.toLowerCase())}`,
  // Browsers name the same zone differently, so it is not compared: the context sets it.
  timeZone: () => "true",
  reducedMotion: (reduced) => media(`(prefers-reduced-motion: ${reduced ? "reduce" : "no-preference"})`),
  scale: () => "true",
  forcedColors: (forced) => media(`(forced-colors: ${forced ? "active" : "none"})`),
  media: (medium) => media(medium),
};

function media(query: string): string {
  return `matchMedia(${JSON.stringify(query)}).matches`;
}

/** Throws CaptureFailure if it does not. */
export async function requireMode({ spec, driver, guard, limits }: Preparing): Promise<void> {
  const { mode, browser } = spec;
  if (mode === undefined) return;
  const fields = MODE_FIELDS.filter((field) => mode[field] !== undefined);
  const parts = fields.map((field) => (SEEN[field] as (value: unknown) => string)(mode[field]));
  const seen = (await guard.run(driver.evaluate(`[${parts.join(",")}]`), limits.answerMs)) as boolean[];
  const missing = fields.filter((_, at) => !seen[at]);
  if (missing.length === 0) return;
  throw new CaptureFailure(
    "mode_unsupported",
    `The page in ${browser} does not see ${missing.join(", ")} of the mode "${mode.name}", so it was not captured.`,
    { browser, mode: mode.name },
  );
}
