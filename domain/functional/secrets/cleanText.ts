// Checks a feature's text before it is stored: known secrets become references, passwords are refused with instructions. Pure.
import { truncate } from "../../text.ts";
import type { PlannedScenario, PlannedStep } from "../plan.ts";
import type { Action } from "../stepDef.ts";
import { howToKeep, type KnownSecret, secretLeftIn, withReferences, withWholeValues } from "./knownSecrets.ts";
import { asksForPassword, meansPassword } from "./passwordFields.ts";

/** `key`: stays the same while the step stays the same, even if it moves. */
export type SecretProblem = { key: string; line: number; message: string };
/** `names`: names of the secrets that became references. */
export type CleanText = { text: string; names: string[]; problems: SecretProblem[] };

const HAS_REFERENCE = /\{(?:env|secret)\.[A-Za-z_][\w-]{0,99}\}/;
/** Ops whose value is the content of a field. */
const HELD: ReadonlySet<string> = new Set(["fill", "expectValue"]);

export const HOW_TO_KEEP =
  "Keep it in the environment's access as a secret and write {secret.NAME}; for a value that everybody may read, such as a wrong password, use a variable: {env.NAME}.";

/** `plan`: plans a text; it may throw if the text is not a feature. */
export function cleanText(
  given: string,
  known: readonly KnownSecret[],
  plan: (text: string) => readonly PlannedScenario[],
): CleanText {
  const before = plan(given);
  const values = new Set(before.flatMap(({ steps }) => steps.flatMap(valuesOf)));
  const first = withReferences(given, known);
  const { text, names } = withWholeValues(first.text, values, known);
  const after = text === given ? before : plan(text);
  const problems = new Map<string, SecretProblem>();
  const add = (problem: SecretProblem | null) =>
    problem && problems.set(problem.key, problems.get(problem.key) ?? problem);
  for (const { steps } of after) {
    for (const step of steps) add(passwordIn(step) ?? (text === given ? null : misplaced(step)));
    add(typedByKeys(steps, known));
  }
  const left = secretLeftIn(text, known);
  if (left) {
    const line = text.slice(0, left.at).split("\n").length;
    add({
      key: `left ${text.split("\n")[line - 1]?.trim() ?? ""}`,
      line,
      message: `Line ${line} is not stored: ${howToKeep(left.secret)}`,
    });
  }
  return { text, names: [...new Set([...first.names, ...names])], problems: [...problems.values()] };
}

/** Returns the literals that actions type into fields or expect there. */
const valuesOf = ({ actions }: PlannedStep): string[] =>
  actions.flatMap(({ action: { op, value } }) =>
    value !== undefined && (HELD.has(op) || op === "select") ? [value] : [],
  );

/** Returns a literal in this step for a password field. Literals in stored definitions are checked with the definition. */
export function passwordIn(step: PlannedStep): SecretProblem | null {
  const typed =
    step.state === "prepared" ? step.actions.find(({ action }) => isLiteralPassword(action, step)) : undefined;
  if (!typed && !(step.state === "undefined" && looksTyped(step.text))) return null;
  const what = typed
    ? `"${truncate(labelOf(typed.action), 80)}" is a field for a password or code`
    : "it seems to type a password or code";
  const message = `Line ${step.place.line} is not stored: ${what}, and its value is in the text. ${HOW_TO_KEEP}`;
  return { key: `password ${JSON.stringify([step.text, step.argument])}`, line: step.place.line, message };
}

function isLiteralPassword({ op, target, value = "" }: Action, { text, args }: PlannedStep): boolean {
  if (!HELD.has(op) || target === undefined || value === "" || HAS_REFERENCE.test(value)) return false;
  const said = [text, ...Object.values(args)];
  const inJson = JSON.stringify(value).slice(1, -1);
  return meansPassword(target) && said.some((one) => one.includes(value) || one.includes(inJson));
}

const labelOf = ({ target }: Action): string =>
  target?.locators.map(({ name, value }) => name ?? value).find(asksForPassword) ?? "The field";

/** Whether an undefined sentence types something, names a password, and has another quoted text that is not a reference. */
function looksTyped(text: string): boolean {
  if (!/\b(?:fill|type|enter|input|set|write|log ?in|sign ?in)/i.test(text) || !asksForPassword(text)) return false;
  return [...text.matchAll(/"([^"]+)"|'([^']+)'/g)].some(([, a, b]) => {
    const quoted = a ?? b ?? "";
    return !HAS_REFERENCE.test(quoted) && !asksForPassword(quoted);
  });
}

/** Reports a secret that would become the name of an element, which is not allowed. */
function misplaced({ actions, place, text, argument }: PlannedStep): SecretProblem | null {
  const wrong = actions.some(({ action: { target, name = "" } }) => {
    const found = target
      ? [...target.locators, ...(target.within ? [target.within] : []), ...(target.frame ? [target.frame] : [])]
      : [];
    return [name, ...found.flatMap((one) => [one.value, one.name ?? ""])].some((one) => one.includes("{secret."));
  });
  if (!wrong) return null;
  const message = `Line ${place.line} is not stored: it names an element by a secret of the environment, and a secret can only be a value that is typed or expected. Keep what everybody may read as a variable: {env.NAME}.`;
  return { key: `misplaced ${JSON.stringify([text, argument])}`, line: place.line, message };
}

/** Reports consecutive key presses that spell a secret. */
function typedByKeys(steps: readonly PlannedStep[], known: readonly KnownSecret[]): SecretProblem | null {
  let typed = "";
  for (const { actions, place } of steps) {
    const [only] = actions;
    const key = actions.length === 1 && only?.action.op === "press" ? (only.action.value ?? "") : "";
    typed = [...key].length === 1 ? typed + key : "";
    const secret = known.find(({ value }) => typed.endsWith(value));
    if (!secret) continue;
    const message = `Line ${place.line} is not stored: with the keys before, ${howToKeep(secret)}`;
    return { key: `keys ${place.line}`, line: place.line, message };
  }
  return null;
}
