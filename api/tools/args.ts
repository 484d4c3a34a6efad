// Args that many tools share. `described` says what an agent reads; the checks are those of every other face.
import { type AnyObject, boolean, type Schema } from "yup";
import { BROWSERS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { choice, listOf, requiredText, text, wholeNumber } from "../middleware/validate.ts";
import { MAX_LIMIT } from "../operations/paging.ts";

/** The schema with a description for agents and documents. */
export const described = <S extends Schema>(schema: S, description: string): S =>
  schema.meta({ description } as AnyObject) as S;

export const flag = () => boolean().typeError(({ path }: { path: string }) => `${path} must be true or false`);

export const projectArg = () => described(text(), "Slug or id; may be left out when the key has one");
export const environmentArg = () => described(text(), "Slug, id or name");
export const runIdArg = () => described(text(), "The latest completed run when left out");
export const labelArg = () => described(requiredText(200), "Label of the scenario");
export const labelsArg = () => described(listOf(requiredText(200)), "Labels; all when left out");
export const viewportArg = () => choice(VIEWPORT_NAMES);
export const viewportsArg = () => listOf(choice(VIEWPORT_NAMES).required());
export const browserArg = () => choice(BROWSERS);
export const browsersArg = () => described(listOf(choice(BROWSERS).required()), "chromium when left out");

/** Every list takes these. */
export const pagingArgs = {
  limit: described(wholeNumber(1, MAX_LIMIT), "50 when left out"),
  cursor: described(text(200), "nextCursor of the page before"),
};
/** More of everything than an agent needs to act. */
export const verboseArg = () => described(flag(), "All fields");

/** Accepted by every tool, needed or not (specification 4.2, common parameters). */
export const COMMON_ARGS = {
  project: projectArg(),
  environment: environmentArg(),
  runId: runIdArg(),
  scenarioLabel: described(text(200), "Label of the scenario"),
  viewport: viewportArg(),
  viewports: viewportsArg(),
  scenarios: labelsArg(),
  browsers: browsersArg(),
  maxWaitMs: wholeNumber(0, 120_000),
  confirm: flag(),
};
