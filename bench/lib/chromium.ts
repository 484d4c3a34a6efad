import { findBrowser } from "../../browsers/find.ts";

/** Returns the Chromium that both sides of a benchmark use. Throws if the system has none. */
export function sameChromium(): string {
  const { executablePath } = findBrowser("chromium");
  if (executablePath) return executablePath;
  throw new Error("The bench needs a Chromium of the system, so that both sides use the same one.");
}
