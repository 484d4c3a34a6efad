// Schema of a rule for several scenarios in a file. Whether its scenarios exist is checked when it is saved.
import { number, object, type Schema, string } from "yup";
import { comparisonModeShape, normalizeShape, selectorShape, tagShape } from "../../../domain/import/scenarioShape.ts";
import { EFFECT_FIELDS } from "../../../domain/projectFile/ruleEntry.ts";
import { PAGE_EFFECTS } from "../../../domain/visual/shot.ts";
import { isPattern, MAX_PATTERN } from "../../../domain/visual/wideRules/scope.ts";

export const MAX_WIDE_RULES = 500;

const note = <S extends Schema>(schema: S, description: string): S => schema.meta({ description }) as S;
const PATTERN_PROBLEM = "must begin with / and hold no space, ? or #";
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const has = (value: unknown, field: string): boolean => isObject(value) && field in value;

export const wideRuleShape: Schema = object({
  tag: note(tagShape, "For scenarios with this tag; without tag and path: for all"),
  path: note(
    string()
      .max(MAX_PATTERN)
      .test("pattern", PATTERN_PROBLEM, (value) => value == null || value.length > MAX_PATTERN || isPattern(value)),
    "For scenarios at addresses that fit, such as /blog/*",
  ),
  selector: note(selectorShape, "CSS of the element; not for misMatchThreshold"),
  mode: note(comparisonModeShape, "How it is compared"),
  normalize: note(normalizeShape, "What is put in its place before the screenshot"),
  page: note(string().oneOf(PAGE_EFFECTS), "hide leaves its place empty, remove closes it"),
  misMatchThreshold: note(number().min(0).max(100), "Percent of the pixels that may differ where a scenario sets none"),
})
  .noUnknown()
  .test(
    "effect",
    `must have exactly one of ${EFFECT_FIELDS.join(", ")}`,
    (value) => !isObject(value) || EFFECT_FIELDS.filter((field) => has(value, field)).length === 1,
  )
  .test("scope", "must not have both tag and path", (value) => !(has(value, "tag") && has(value, "path")))
  .default(undefined) as unknown as Schema;
