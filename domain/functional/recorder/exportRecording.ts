// Exports a scenario as a recording for Chrome DevTools and Puppeteer Replay. Nothing is left out silently: a step without an equivalent is
// refused.
import type { Schema } from "@puppeteer/replay";
import { ProductError } from "../../errors.ts";
import { truncate } from "../../text.ts";
import { keysOf } from "../keys.ts";
import type { PlannedScenario } from "../plan.ts";
import { referencesOf } from "../references.ts";
import type { Action } from "../stepDef.ts";
import type { Locator, Target } from "../target.ts";

type Step = Schema.UserFlow["steps"][number];
/** Recorder steps for an action, or null if there is no equivalent. */
type Made = Record<string, unknown>[] | null;

/** `baseUrl`: URL of the environment that paths are relative to. Throws `validation_error` with every step that has no equivalent. */
export function exportRecording(title: string, plan: PlannedScenario, baseUrl: string): Schema.UserFlow {
  const missing: string[] = [];
  const steps: Record<string, unknown>[] = [];
  for (const step of plan.steps) {
    const made =
      step.state === "prepared" ? step.actions.map(({ action }) => madeOf(action, baseUrl, steps.at(-1))) : [null];
    if (made.some((one) => one === null)) missing.push(`step ${step.index + 1}, "${truncate(step.text, 100)}"`);
    else steps.push(...made.flatMap((one) => one ?? []));
  }
  if (missing.length > 0)
    throw new ProductError(
      "validation_error",
      `The scenario "${plan.name}" cannot be exported: the recorder has nothing for ${missing.slice(0, 10).join("; ")}.`,
    );
  return { title, steps: steps as unknown as Step[] };
}

const CLICK = { offsetX: 1, offsetY: 1 };

function madeOf(action: Action, baseUrl: string, before: Record<string, unknown> | undefined): Made {
  const { op, value = "", target, match = "is" } = action;
  // Secrets are not exported, and the recorder does not support variables.
  if (referencesOf(value).length > 0 || action.each !== undefined) return null;
  const on = target && selectorsOf(target);
  if (target && !on) return null;
  const found = on && { target: "main", selectors: on };
  switch (op) {
    case "goto": {
      const url = URL.parse(value, baseUrl);
      return url
        ? [{ type: "navigate", url: url.href, assertedEvents: [{ type: "navigation", url: url.href, title: "" }] }]
        : null;
    }
    case "click":
      return found ? [{ type: "click", ...found, ...CLICK }] : null;
    case "check":
    case "uncheck":
      // A click on a box that is already in the state would undo it, so the recording expects the state.
      return found ? [{ type: "click", ...found, ...CLICK }, checkedIs(found, op === "check")] : null;
    case "expectChecked":
      return found ? [checkedIs(found, value !== "false")] : null;
    case "dblclick":
      return found ? [{ type: "doubleClick", ...found, ...CLICK }] : null;
    case "hover":
      return found ? [{ type: "hover", ...found }] : null;
    case "fill":
    case "select":
      return found ? [{ type: "change", ...found, value }] : null;
    case "clear":
      return found ? [{ type: "change", ...found, value: "" }] : null;
    case "press":
      return found ? null : keys(value);
    case "scroll":
      if (found) return [{ type: "scroll", ...found }];
      return value === "top" ? [{ type: "scroll", target: "main", x: 0, y: 0 }] : null;
    case "waitFor":
    case "expectVisible":
      return found ? [{ type: "waitForElement", ...found, operator: ">=", count: 1, visible: true }] : null;
    case "expectHidden":
      return found ? [{ type: "waitForElement", ...found, visible: false }] : null;
    case "expectUrl": {
      const url = match === "is" ? URL.parse(value, baseUrl) : null;
      if (!url || !before) return null;
      before.assertedEvents = [{ type: "navigation", url: url.href, title: "" }];
      return [];
    }
    default:
      return null;
  }
}

const checkedIs = (found: { target: string; selectors: string[][] }, checked: boolean) => ({
  type: "waitForElement",
  ...found,
  properties: { checked },
});

function keys(value: string): Made {
  const all = keysOf(value);
  const down = all.map((key) => ({ type: "keyDown", target: "main", key }));
  const up = all.toReversed().map((key) => ({ type: "keyUp", target: "main", key }));
  return [...down, ...up];
}

/** Returns null for an element within another or in a frame, or if the recorder supports none of its locators. */
function selectorsOf({ locators, within, frame, nth }: Target): string[][] | null {
  if (within || frame || nth) return null;
  const found = locators.flatMap((locator) => {
    if (referencesOf(`${locator.value} ${locator.name ?? ""}`).length > 0) return [];
    const selector = selectorOf(locator);
    return selector === null ? [] : [[selector]];
  });
  return found.length > 0 ? found : null;
}

function selectorOf({ by, value, name }: Locator): string | null {
  const attribute = (of: string) => `[${of}=${JSON.stringify(value)}]`;
  if (by === "role") return name === undefined ? null : `aria/${name}[role="${value}"]`;
  if (by === "label") return `aria/${value}`;
  if (by === "alt") return `aria/${value}[role="img"]`;
  if (by === "text") return `text/${value}`;
  if (by === "testid") return attribute("data-testid");
  if (by === "css") return value;
  return attribute(by);
}
