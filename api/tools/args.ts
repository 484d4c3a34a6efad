// Args that many tools share. `described` adds what an agent reads; the checks are the same as for every other client.
import type { AnyObject, Schema } from "yup";
import { BROWSERS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { MAX_LIMIT } from "../lib/paging.ts";
import { MAX_WAIT_MS } from "../lib/pollUntil.ts";
import { choice, flag, listOf, previewField, requiredText, text, wholeNumber } from "../lib/validate.ts";

/** Adds a description for agents and documents to the schema. */
export const described = <S extends Schema>(schema: S, description: string): S =>
  schema.meta({ description } as AnyObject) as S;

export const projectArg = () => described(text(), "Slug or id; optional if the key has one");
export const environmentArg = () => described(text(), "Slug, id or name");
export const baseUrlArg = () => described(previewField(), "Where the branch is deployed; needs branch");
export const runIdArg = () => described(text(), "Default: the latest completed run");
export const labelArg = () => described(requiredText(200), "Label of the scenario");
export const labelsArg = () => described(listOf(requiredText(200)), "Labels; default: all");
export const viewportArg = () => choice(VIEWPORT_NAMES);
export const viewportsArg = () => listOf(choice(VIEWPORT_NAMES).required());
export const browserArg = () => choice(BROWSERS);
export const browsersArg = () => described(listOf(choice(BROWSERS).required()), "Default chromium");

/** Without an upper bound: a wait that is too long is reduced to the maximum, with the warning of `waitWarnings`. */
export const waitMs = () => wholeNumber(0, Number.MAX_SAFE_INTEGER);

export const waitWarnings = (maxWaitMs = 0): string[] =>
  maxWaitMs > MAX_WAIT_MS ? [`maxWaitMs was lowered to ${MAX_WAIT_MS}, the longest wait of one call.`] : [];

/** Args of every list. */
export const pagingArgs = {
  limit: described(wholeNumber(1, MAX_LIMIT), "Default 50"),
  cursor: described(text(200), "nextCursor of the page before"),
};
/** Requests all fields, which is more than an agent needs to act. */
export const verboseArg = () => described(flag(), "All fields");

/** Args that every tool accepts, whether or not it needs them. */
export const COMMON_ARGS = {
  project: projectArg(),
  environment: environmentArg(),
  runId: runIdArg(),
  scenarioLabel: described(text(200), "Label of the scenario"),
  viewport: viewportArg(),
  viewports: viewportsArg(),
  scenarios: labelsArg(),
  browsers: browsersArg(),
  maxWaitMs: waitMs(),
  confirm: flag(),
};

/** Pairs of a common arg that names one entry and the filter that it stands for. */
const ONE_OF = [
  ["scenarioLabel", "scenarios"],
  ["viewport", "viewports"],
] as const;
type Taking = { args: object; mutating: boolean; narrows?: boolean };

/** Turns args that name one scenario or viewport into the filter of a tool that takes several, so that they never mean all of them. */
export function narrowed({ args: own, narrows }: Taking, given: Record<string, unknown>): Record<string, unknown> {
  const meant = { ...given };
  for (const [one, many] of ONE_OF) {
    if (!narrows || !(many in own) || meant[one] === undefined || meant[many] !== undefined) continue;
    meant[many] = [meant[one]];
    delete meant[one];
  }
  return meant;
}

/** Warns about common args that a tool that changes something accepts, like every tool, but does not use. */
export function withoutEffect({ args: own, mutating }: Taking, given: Record<string, unknown>): string[] {
  const names = Object.keys(COMMON_ARGS).filter(
    (name) => mutating && name !== "confirm" && given[name] !== undefined && !(name in own),
  );
  return names.map((name) => `${name} has no effect here.`);
}
