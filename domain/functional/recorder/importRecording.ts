// Imports a recording of Chrome DevTools as a feature with library sentences. Its scripts are never run: such steps are refused.

import { parse, type Schema } from "@puppeteer/replay";
import { fieldError, ProductError } from "../../errors.ts";
import { parsePlainJson } from "../../plainJson.ts";
import { oneLine, truncate } from "../../text.ts";
import { gherkinOf } from "../create/compose.ts";
import { quote, SAY } from "../library/sentences.ts";
import { featureNameOf, type RecordedStep } from "../recording.ts";
import { type KnownSecret, referenceOf } from "../secrets/knownSecrets.ts";
import { asksForPassword } from "../secrets/passwordFields.ts";
import { type Named, namedBy } from "./selectors.ts";

export const RECORDER_LIMITS = { bytes: 1_000_000, steps: 500, value: 500 } as const;

/** `notes`: what was left out or changed, each with the number of the step. */
export type ImportedRecording = { name: string; gherkin: string; notes: string[] };

const SCRIPTS: ReadonlySet<string> = new Set(["customStep", "waitForExpression"]);
const MODIFIERS = ["Control", "Shift", "Alt", "Meta"];

/**
 * `known`: values that are replaced by references. Throws `validation_error` with the number of the step if it is not such a recording, is
 * too large, or
 * runs a script.
 */
export function importRecording(json: string, known: readonly KnownSecret[] = []): ImportedRecording {
  if (json.length > RECORDER_LIMITS.bytes) throw refused("The recording is larger than 1 MB.");
  const flow = readFlow(json);
  if (flow.steps.length > RECORDER_LIMITS.steps)
    throw refused(`The recording has ${flow.steps.length} steps; ${RECORDER_LIMITS.steps} is the most.`);
  const scripts = flow.steps.flatMap(({ type }, at) => (SCRIPTS.has(type) ? [`step ${at + 1} (${type})`] : []));
  if (scripts.length > 0)
    throw refused(
      `The recording runs script, which is never imported: ${scripts.slice(0, 10).join(", ")}. Remove it in the recorder.`,
    );
  const state: State = {
    steps: [],
    notes: [],
    origin: null,
    held: [],
    tab: "main",
    testId: flow.selectorAttribute ?? "data-testid",
    known,
  };
  for (const [at, step] of flow.steps.entries()) {
    const note: Note = (text) => void state.notes.push(`Step ${at + 1} (${step.type}): ${text}`);
    take(state, step, note);
    for (const event of step.assertedEvents ?? []) expectNavigation(state, event, step, note);
  }
  const steps = state.steps.filter(
    (one, at) => at === 0 || one.keyword !== "Then" || one.text !== state.steps[at - 1]?.text,
  );
  if (steps.length === 0) throw refused("No step of the recording has a sentence in the library.");
  const name = featureNameOf(flow.title);
  return { name, gherkin: gherkinOf(name, steps), notes: state.notes };
}

type State = {
  steps: RecordedStep[];
  notes: string[];
  /** Origin of the first URL. All other URLs must have the same origin. */
  origin: string | null;
  /** Modifier keys that are pressed. */
  held: string[];
  /** The recorder's name of the tab that the last sentence is about. */
  tab: string;
  testId: string;
  /** Secrets of the project's environments. */
  known: readonly KnownSecret[];
};
/** Adds a note and returns undefined, which ends the processing of a skipped step. */
type Note = (text: string) => undefined;

function readFlow(json: string): Schema.UserFlow {
  let data: unknown;
  try {
    data = parsePlainJson(json);
  } catch (error) {
    if (error instanceof ProductError) throw error;
    throw refused("The recording is not JSON.");
  }
  // The parser's errors do not name the step.
  try {
    return parse(data);
  } catch (error) {
    throw refused(
      `Not a recording of Chrome's DevTools: ${truncate(oneLine(error instanceof Error ? error.message : ""), 300)}.`,
    );
  }
}

function take(state: State, step: Schema.Step, note: Note): undefined {
  const tab = ("target" in step && step.target) || "main";
  const say: Say = (keyword, text) => {
    if (tab !== state.tab) state.steps.push({ keyword: "When", text: tab === "main" ? SAY.toFirstTab : SAY.toNewTab });
    state.tab = tab;
    state.steps.push({ keyword, text });
  };
  if ("frame" in step && step.frame !== undefined && step.frame.length > 0)
    return note("skipped: it is in a frame. Use a sentence for frames.");
  switch (step.type) {
    case "navigate": {
      const path = pathOf(state, step.url);
      return path === null
        ? note(`skipped: ${shown(step.url)} is another site.`)
        : say(state.steps.length === 0 ? "Given" : "When", `I am on ${quote(path)}`);
    }
    case "click":
    case "doubleClick":
    case "hover": {
      const named = namedBy(step.selectors, state.testId);
      const text = named && pointed(step.type, named);
      if (!text) return note("skipped: no selector is a name, a text or a test id.");
      if ("button" in step && step.button !== undefined && step.button !== "primary")
        return note("skipped: it is not the primary mouse button.");
      return say("When", text);
    }
    case "change":
      return change(state, step, note, say);
    case "keyDown":
    case "keyUp":
      return press(state, step, note, say);
    case "scroll": {
      const named = "selectors" in step && step.selectors ? namedBy(step.selectors, state.testId) : null;
      if (named && named.by !== "testid") return say("When", `I scroll to ${quote(named.name)}`);
      if (!("selectors" in step && step.selectors) && (step.y ?? 0) === 0) return say("When", "I scroll to the top");
      return note("skipped: steps scroll to their element automatically.");
    }
    case "waitForElement":
      return expectElement(state, step, note, say);
    case "setViewport":
      return note(
        `not a step here: run the feature with the viewport ${viewportFor(step.width)} (it was ${step.width}×${step.height}).`,
      );
    case "close":
      if (tab === "main") return note("skipped: it has no equivalent.");
      say("When", SAY.closeTab);
      state.tab = "main";
      return;
    case "emulateNetworkConditions":
      return note("skipped: it has no equivalent.");
    default:
      return note("skipped: unknown step type.");
  }
}

type Say = (keyword: RecordedStep["keyword"], text: string) => undefined;

function pointed(type: "click" | "doubleClick" | "hover", { by, name, kind }: Named): string | null {
  const what = quote(name);
  if (type === "click") {
    if (by === "testid") return `I click the element with the test id ${what}`;
    const word = by === "aria" && kind && ["button", "link", "tab", "menu item", "image"].includes(kind) ? kind : null;
    return word ? `I click the ${what} ${word}` : `I click the text ${what}`;
  }
  if (by === "testid") return null;
  const double = type === "doubleClick";
  if (kind === "button" || (kind === "link" && !double))
    return `I ${double ? "double-click" : "hover over"} the ${what} ${kind}`;
  return `I ${double ? "double-click" : "hover over"} the text ${what}`;
}

function change(state: State, step: Schema.ChangeStep, note: Note, say: Say): undefined {
  const named = namedBy(step.selectors, state.testId);
  if (named?.by !== "aria") return note("skipped: no selector is the label of a field.");
  if (/[\r\n]/.test(step.value) || step.value.length > RECORDER_LIMITS.value)
    return note(`skipped: its value has several lines or more than ${RECORDER_LIMITS.value} characters.`);
  dropFocus(state, named.name);
  const reference = referenceOf(step.value, state.known);
  if (reference !== null) {
    note(`its value is a secret of the environment, so the step has ${reference} in its place.`);
    return say("When", `I fill in ${quote(named.name)} with "${reference}"`);
  }
  if ([named.name, ...step.selectors.flat()].some(asksForPassword)) {
    note('its value was removed because it may be a secret: add a secret "PASSWORD" to the environment.');
    return say("When", `I fill in ${quote(named.name)} with "{secret.PASSWORD}"`);
  }
  if (/[{}]/.test(step.value)) return note("skipped: braces in a value mean references here.");
  if (named.kind !== "list") return say("When", `I fill in ${quote(named.name)} with ${quote(step.value)}`);
  note("the recorder keeps the value of a choice, and sentences name its text: check it.");
  return say("When", `I select ${quote(step.value)} from ${quote(named.name)}`);
}

/** Drops a click into a field before it is filled in, because it is redundant. */
function dropFocus({ steps }: State, name: string): undefined {
  if (steps.at(-1)?.text === `I click the text ${quote(name)}`) steps.pop();
}

function press(state: State, step: Schema.KeyDownStep | Schema.KeyUpStep, note: Note, say: Say): undefined {
  const key = String(step.key);
  const modifier = MODIFIERS.find((one) => key.startsWith(one));
  if (step.type === "keyUp") {
    state.held = state.held.filter((one) => one !== modifier);
    return;
  }
  if (modifier) state.held = [...new Set([...state.held, modifier])];
  else if (!/^(?:[A-Za-z0-9]{1,20}|[^\s"{}\\])$/.test(key))
    note(`skipped: there is no key "${truncate(key, 20)}" here.`);
  else say("When", `I press ${quote([...state.held, key].join("+"))}`);
}

function expectElement(state: State, step: Schema.WaitForElementStep, note: Note, say: Say): undefined {
  const { operator = "==", count = 1, visible = true } = step;
  const named = namedBy(step.selectors, state.testId);
  if (named === null || named.by === "testid") return note("skipped: no selector is a name or a text.");
  const isChecked: unknown = (step.properties as { checked?: unknown } | undefined)?.checked;
  if (typeof isChecked === "boolean" && visible) return expectChecked(state, named, isChecked, say);
  const none = !visible || (count === 0 && operator !== ">=");
  if (!none && !(count === 1 && operator !== "<=")) return note(`skipped: it expects ${operator} ${count} elements.`);
  if (step.attributes || step.properties) note("its attributes and properties are not expected.");
  const word = named.kind && ["button", "link", "image", "heading"].includes(named.kind) ? named.kind : null;
  const field = named.kind === "field" || named.kind === "list" ? "field" : word;
  const what = named.by === "aria" && field ? `the ${quote(named.name)} ${field}` : quote(named.name);
  return say("Then", none ? `I should not see ${what}` : `I should see ${what}`);
}

/** A click before it on the same box is what checks it. */
function expectChecked({ steps }: State, named: Named, isChecked: boolean, say: Say): undefined {
  const { name, kind } = named;
  if (steps.at(-1)?.text !== pointed("click", named))
    return say("Then", isChecked ? SAY.isChecked(name) : SAY.isNotChecked(name));
  steps.pop();
  say("When", isChecked ? (kind === "radio button" ? SAY.choose(name) : SAY.check(name)) : SAY.uncheck(name));
}

function expectNavigation(
  state: State,
  { url, title }: Schema.NavigationEvent,
  step: Schema.Step,
  note: Note,
): undefined {
  // Opening a page already expects its own URL.
  if (url !== undefined && url !== "" && step.type !== "navigate") {
    const path = pathOf(state, url);
    if (path === null) note(`leads to another site, ${shown(url)}, which is not expected.`);
    else state.steps.push({ keyword: "Then", text: `I should be on ${quote(path)}` });
  }
  if (title !== undefined && oneLine(title) !== "")
    state.steps.push({ keyword: "Then", text: `the page title is ${quote(oneLine(title))}` });
}

/** Returns path, query and hash, or null if it is on another site than the first URL. */
function pathOf(state: State, address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  state.origin ??= url.origin;
  return url.origin === state.origin ? `${url.pathname}${url.search}${url.hash}` : null;
}

const viewportFor = (width: number): string => (width <= 480 ? "phone" : width <= 1_024 ? "tablet" : "desktop");
const shown = (address: string): string => truncate(oneLine(address.split("?")[0] ?? ""), 100);

const refused = (message: string): ProductError => fieldError("recording", message);
