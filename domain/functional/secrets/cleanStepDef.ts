// Checks a step definition before it is stored: known secrets become references, passwords are refused. Pure.
import type { FieldProblem } from "../../import/problems.ts";
import type { Action, StepDef } from "../stepDef.ts";
import type { Target } from "../target.ts";
import { HOW_TO_KEEP } from "./cleanText.ts";
import { howToKeep, type KnownSecret, referenceOf, secretLeftIn, withReferences } from "./knownSecrets.ts";
import { meansPassword } from "./passwordFields.ts";

export type CleanStepDef = { def: StepDef; problems: FieldProblem[] };

/** Matches parameters and environment values. A value without any is a literal. */
const HAS_REFERENCE = /\{[A-Za-z_][\w.-]*\}/;

export function cleanStepDef(given: StepDef, known: readonly KnownSecret[]): CleanStepDef {
  const refer = (text: string): string => referenceOf(text, known) ?? withReferences(text, known).text;
  const def: StepDef = {
    ...given,
    description: withReferences(given.description, known).text,
    examples: given.examples.map((one) => withReferences(one, known).text),
    actions: given.actions.map((action) => ({
      ...action,
      ...(action.value !== undefined && action.op !== "useStep" && { value: refer(action.value) }),
      ...(action.args && {
        args: Object.fromEntries(Object.entries(action.args).map(([name, value]) => [name, refer(value)])),
      }),
    })),
  };
  return {
    def,
    problems: [...placesOf(def).flatMap(([path, text]) => leftAt(path, text, known)), ...passwordsOf(def)],
  };
}

/** Texts of a definition in which a secret cannot be a value. */
function placesOf({ id, pattern, description, tags, examples, actions }: StepDef): [path: string, text: string][] {
  const plain: [string, string][] = [
    ["id", id],
    ["pattern", pattern],
    ["description", description],
    ...tags.map((tag, at): [string, string] => [`tags[${at}]`, tag]),
    ...examples.map((one, at): [string, string] => [`examples[${at}]`, one]),
  ];
  const ofActions = actions.flatMap(({ target, name, value, args }, at): [string, string][] => [
    [`actions[${at}].value`, value ?? ""],
    [`actions[${at}].args`, JSON.stringify(args ?? {})],
    [`actions[${at}].name`, name ?? ""],
    [`actions[${at}].target`, target ? textOf(target) : ""],
  ]);
  return [...plain, ...ofActions];
}

const textOf = (target: Target): string => JSON.stringify(target);

function leftAt(path: string, text: string, known: readonly KnownSecret[]): FieldProblem[] {
  const left = secretLeftIn(text, known);
  return left ? [{ path, message: `is not stored: ${howToKeep(left.secret)}` }] : [];
}

const passwordsOf = ({ actions }: StepDef): FieldProblem[] =>
  actions.flatMap((action, at) =>
    typesPassword(action)
      ? [
          {
            path: `actions[${at}].value`,
            message: `is not stored, because it is what is typed into a field for a password or code. ${HOW_TO_KEEP}`,
          },
        ]
      : [],
  );

const typesPassword = ({ op, target, value = "" }: Action): boolean =>
  (op === "fill" || op === "expectValue") &&
  target !== undefined &&
  value !== "" &&
  !HAS_REFERENCE.test(value) &&
  meansPassword(target);
