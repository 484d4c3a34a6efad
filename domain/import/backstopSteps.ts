// Converts interactions of a BackstopJS scenario into steps, in the order in which its own helper script performs them: keys, hover, click,
// wait, scroll (BackstopJS 6, engine_scripts/*/clickAndHoverHelper.js).
import type { ShotStep } from "../visual/shot.ts";
import type { Reader } from "./backstopReader.ts";

export function stepsOf(scenario: Record<string, unknown>, path: string, read: Reader): ShotStep[] {
  // Chooses like BackstopJS: an empty list counts, an empty text or null does not.
  const either = (many: string, one: string) => (scenario[many] ? many : one);
  const keys = read.keyPresses(scenario, path, either("keyPressSelectors", "keyPressSelector"));
  const hovers = read.texts(scenario, path, either("hoverSelectors", "hoverSelector"));
  const clicks = read.texts(scenario, path, either("clickSelectors", "clickSelector"));
  const wait = scenario.postInteractionWait;
  const scroll = read.texts(scenario, path, "scrollToSelector");
  return [
    // BackstopJS types the text letter by letter into the field, even "Enter" as five letters, which is `fill`, not `press`.
    ...keys.map((k): ShotStep => ({ op: "fill", selector: k.selector, value: k.keyPress })),
    ...hovers.map((selector): ShotStep => ({ op: "hover", selector })),
    ...clicks.map((selector): ShotStep => ({ op: "click", selector })),
    ...waits(wait, `${path}.postInteractionWait`, read),
    ...scroll.map((selector): ShotStep => ({ op: "scroll", selector })),
  ];
}

/** A number (also as text) is ms; any other text is a selector to wait for. */
function waits(wait: unknown, path: string, read: Reader): ShotStep[] {
  if (wait === undefined || wait === null || wait === "" || wait === 0) return [];
  if (typeof wait === "string" && !/^\d+$/.test(wait)) return [{ op: "waitFor", selector: wait.trim() }];
  return [{ op: "wait", ms: read.milliseconds(wait, path) }];
}
