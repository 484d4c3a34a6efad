// Converts pa11y's actions into steps. Actions without a corresponding step are listed. If a list types a password, its steps are a sign-in.
import { asksForPassword } from "../functional/secrets/passwordFields.ts";
import type { ShotStep } from "../visual/shot.ts";
import type { Notes } from "./leftOut.ts";

/** Name of the variable that holds the password of a sign-in. */
export const PASSWORD = "SIGN_IN_PASSWORD";
const SECRET = { from: PASSWORD } as const;

export type ActionStep = ShotStep | { op: "fill"; selector: string; value: typeof SECRET };
type Meaning = { pattern: RegExp; step?: (found: readonly string[]) => ActionStep; why?: string };

/** In pa11y's order: the first that matches applies. */
const ACTIONS: readonly Meaning[] = [
  { pattern: /^navigate to(?: url)? (.+)$/i, why: "a step cannot open another page: add a scenario for it" },
  { pattern: /^click(?: element)? (.+)$/i, step: ([selector = ""]) => ({ op: "click", selector }) },
  {
    pattern: /^set(?: field)? (.+?) to (.+)$/i,
    step: ([selector = "", value = ""]) =>
      asksForPassword(selector) ? { op: "fill", selector, value: SECRET } : { op: "fill", selector, value },
  },
  { pattern: /^clear(?: field)? (.+?)$/i, step: ([selector = ""]) => ({ op: "fill", selector, value: "" }) },
  { pattern: /^(?:check|uncheck)(?: field)? (.+)$/i, why: "a click toggles: add one if the box is not as you want it" },
  { pattern: /^(?:screen[ -]?capture|capture[ -]?screen)(?: to)? (.+)$/i, why: "visual tests take screenshots" },
  {
    pattern: /^wait for (?:fragment|hash|host|path|url)(?: to (?:not )?be)? ([^\s]+)$/i,
    why: "a step waits for an element, not for an address: wait for one of the next page",
  },
  {
    pattern: /^wait for(?: element)? (.+?)(?: to be) (?:added|visible)$/i,
    step: ([selector = ""]) => ({ op: "waitFor", selector }),
  },
  { pattern: /^wait for(?: element)? (.+)(?: to be) (?:removed|hidden)$/i, why: "a step waits for what appears" },
  { pattern: /^wait for(?: element)? (.+) to emit (.+)$/i, why: "a step does not wait for events" },
];

/** Returns the steps of a list of actions; `signsIn` is set if one of them types a password. */
export function stepsOfActions(
  actions: unknown,
  path: string,
  notes: Notes,
): { steps: ActionStep[]; signsIn: boolean } {
  const list: unknown[] = Array.isArray(actions) ? actions : [actions];
  const steps = list.flatMap((action, i) => {
    const text = typeof action === "string" ? action.trim() : "";
    for (const { pattern, step, why } of ACTIONS) {
      const found = pattern.exec(text);
      if (!found) continue;
      if (step) return [step(found.slice(1).map((part) => part.trim()))];
      notes.needsYou(`${path}[${i}]`, why ?? "");
      return [];
    }
    notes.needsYou(`${path}[${i}]`, "is not an action of pa11y");
    return [];
  });
  return { steps, signsIn: steps.some((step) => step.op === "fill" && step.value === SECRET) };
}
