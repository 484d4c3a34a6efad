// Decides which of a model's proposed steps become part of a feature. A page may have influenced the model, so nothing is trusted: every
// name must exist on the page where it is used, every value must come from the goal, and destructive actions must be requested.

import { destructiveWord } from "../../explore/destructive.ts";
import { ACTIONS } from "../actions.ts";
import { isUsableName, SAY } from "../library/sentences.ts";
import type { StepLibrary } from "../match/library.ts";
import { prepare } from "../planFeature.ts";
import { asksForPassword } from "../secrets/passwordFields.ts";
import type { Action } from "../stepDef.ts";
import type { Composed } from "./compose.ts";
import { FIELDS, isOnly, type ReadPage, type SeenControl } from "./pages.ts";
import { type ProposedStep, sentenceOf } from "./proposal.ts";

/** Actions that a model may propose. The others affect more than a page (cookies, files, dialogs). */
const ALLOWED = new Set<string>(
  "goto goBack reload click dblclick hover fill clear select check uncheck press scroll waitFor".split(" "),
);
/** Values without personal information. */
const HARMLESS = new Set([
  "visitor@example.com",
  "ada@example.com",
  "test",
  "1",
  "enter",
  "escape",
  "tab",
  "top",
  "bottom",
]);
const SIGNS_IN = /\b(?:sign|log)s?[ -]?in\b/i;
const USER_OR_PASSWORD = /e-?mail|user|log-?in|account|member|pass ?(?:word|phrase|code)/i;
const FILLED = new Set([...FIELDS, "listbox", "checkbox", "radio", "switch", "slider"]);

export type Gated = Pick<Composed, "steps" | "unresolved">;

type At = { path: string; controls: readonly SeenControl[]; seen: Set<string>; goal: string; readPage: ReadPage };

/** Returns the steps that pass, and the rejected ones with the reason. `begin`: existing steps. */
export async function gateProposal(
  proposed: readonly ProposedStep[],
  {
    goal,
    startPath,
    begin,
    library,
    readPage,
  }: {
    goal: string;
    startPath: string;
    begin: Composed["steps"];
    library: StepLibrary;
    readPage: ReadPage;
  },
): Promise<Gated> {
  const controls = (await readPage(startPath)) ?? [];
  const at: At = { path: startPath, controls, seen: new Set(), goal: goal.toLowerCase(), readPage };
  remember(at);
  const steps = [...begin];
  const said = new Set(begin.map(({ text }) => text));
  const unresolved: Composed["unresolved"] = [];
  for (const one of proposed) {
    const def = library.byId.get(one.stepId);
    const text = def ? sentenceOf(def, one.args) : null;
    const refuse = (reason: string): void =>
      void unresolved.push({ clause: (text ?? one.stepId).slice(0, 300), reason });
    if (!def) refuse("The model named a step that does not exist.");
    else if (text === null) refuse("The model left out an argument of the step.");
    else if (said.has(text) && text === SAY.open(startPath)) continue;
    else {
      const planned = prepare({ text, argument: null }, library);
      const reason =
        planned.state !== "prepared" || planned.stepDefId !== def.id
          ? (planned.problem ?? "The sentence means another step.")
          : await firstProblem(
              planned.actions.map(({ action }) => action),
              at,
            );
      const expects = planned.actions.some(({ action }) => ACTIONS[action.op].expects);
      if (reason !== null) refuse(reason);
      else steps.push({ keyword: expects ? "Then" : "When", text });
    }
  }
  if (!steps.some(({ keyword }) => keyword === "Then"))
    unresolved.push({
      clause: goal.slice(0, 300),
      reason: "Nothing is expected yet: add the expected result to the goal.",
    });
  return { steps, unresolved };
}

async function firstProblem(actions: readonly Action[], at: At): Promise<string | null> {
  for (const action of actions) {
    const problem = ACTIONS[action.op].expects ? expectationProblem(action, at) : await deedProblem(action, at);
    if (problem !== null) return problem;
  }
  return null;
}

async function deedProblem({ op, target, value = "" }: Action, at: At): Promise<string | null> {
  if (!ALLOWED.has(op)) return `A model may not propose the action ${op}.`;
  if (op === "goto") return goTo(value, at);
  const [locator] = target?.locators ?? [];
  let control: SeenControl | undefined;
  if (locator) {
    const name = locator.by === "role" ? (locator.name ?? "") : locator.value;
    if (locator.by === "css" || locator.by === "testid" || !isUsableName(name))
      return "Only names that people see on the page are used.";
    control = at.controls.find((one) => one.name === name && isOnly(one) && fits(locator.by, locator.value, one.role));
    if (!control) return `Nothing of that kind on ${at.path} is called "${name}".`;
    const word = destructiveWord(name);
    if (word !== null && !at.goal.includes(name.toLowerCase()))
      return `"${name}" looks destructive ("${word}"), and the goal does not name it.`;
  }
  const problem = valueProblem(op, value, control, at);
  if (problem !== null) return problem;
  if (op === "click" && control?.role === "link" && control.href?.startsWith("/")) await goTo(control.href, at);
  return null;
}

const fits = (by: string, role: string, found: string): boolean =>
  by === "role" ? role === found : by === "label" || by === "placeholder" ? FILLED.has(found) : true;

async function goTo(path: string, at: At): Promise<string | null> {
  if (!path.startsWith("/") || path.startsWith("//")) return "Only paths of the site are opened.";
  const controls = await at.readPage(path);
  if (!controls) return `The page ${path.slice(0, 200)} could not be opened.`;
  Object.assign(at, { path, controls });
  remember(at);
  return null;
}

function valueProblem(op: string, value: string, control: SeenControl | undefined, { goal }: At): string | null {
  if (op !== "fill" && op !== "select" && op !== "press") return null;
  if (/\{(?:secret|env)\./.test(value)) {
    const named = goal.includes(value.toLowerCase());
    const signsIn = SIGNS_IN.test(goal) && /^\{secret\.(?:user|password)\}$/.test(value);
    const isPlace = USER_OR_PASSWORD.test(control?.name ?? "");
    return named || (signsIn && isPlace) ? null : "A secret is used only where the goal signs in or names it.";
  }
  if (op === "select" && control?.options?.length)
    return control.options.includes(value) ? null : `The list "${control.name}" has no such choice.`;
  if (asksForPassword(control?.name ?? "")) return "A password is never written into a feature.";
  return goal.includes(value.toLowerCase()) || HARMLESS.has(value.toLowerCase())
    ? null
    : "The value is neither in the goal nor a harmless one.";
}

/** An expectation must be in the goal or have been seen on a page. */
function expectationProblem({ target, value }: Action, { goal, seen }: At): string | null {
  const [locator] = target?.locators ?? [];
  const texts = [
    ...(locator ? [locator.by === "role" ? (locator.name ?? "") : locator.value] : []),
    ...(value === undefined ? [] : [value]),
  ].filter((text) => text !== "");
  if (locator?.by === "css" || locator?.by === "testid") return "Only what people see on the page is expected.";
  const unknown = texts.find((text) => !goal.includes(text.toLowerCase()) && !seen.has(text.toLowerCase()));
  return unknown === undefined
    ? null
    : `"${unknown.slice(0, 100)}" is neither in the goal nor on a page that was seen.`;
}

function remember({ path, controls, seen }: At): void {
  seen.add(path.toLowerCase());
  for (const { name } of controls) seen.add(name.toLowerCase());
}
