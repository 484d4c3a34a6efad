// Validates input strictly and reports all problems at once, each with its path. Provides the building blocks of body schemas.

import type { Request } from "express";
import {
  type AnyObject,
  array,
  boolean,
  type InferType,
  number,
  type ObjectShape,
  object,
  type Schema,
  type StringSchema,
  string,
  ValidationError,
} from "yup";
import { PAGE_CHOICES } from "../../domain/audit/pageChoice.ts";
import { ProductError } from "../../domain/errors.ts";
import { ALL_PROBLEMS } from "../../domain/import/problems.ts";
import { LOCATION, LOCATION_RULE } from "../../domain/locations.ts";
import { didYouMean, nearest } from "../../domain/nearest.ts";
import { plural, truncate } from "../../domain/text.ts";
import { coerceInput, DIGITS, EMPTY_IS_ALL } from "./coerceInput.ts";

type PathParams = { path: string };

/** Text, at most `max` characters, without conversion from numbers. */
export const text = (max = 255) =>
  string()
    .typeError(({ path }: PathParams) => `${path} must be a string`)
    .max(max, ({ path }: PathParams) => `${path} must have at most ${max} characters`);

export const requiredText = (max = 255) => text(max).required(({ path }: PathParams) => `${path} is required`);

/** A point in time in the format of responses. */
export const time = () =>
  text(40).test(
    "time",
    ({ path }: PathParams) => `${path} must be a time such as 2026-08-20T09:30:00.000Z`,
    (value) => value === undefined || (/^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))),
  );

/** Maximum number of values in most lists, such as the scenarios of a run. */
export const MAX_VALUES = 1_000;
/** A list that is stored as it is given. */
export const valuesOf = <T extends string>(entry: StringSchema<T>, max = MAX_VALUES) =>
  array()
    .of(entry)
    .typeError(({ path }: PathParams) => `${path} must be a list`)
    .max(max, ({ path }: PathParams) => `${path} must have at most ${max} entries`);

/** A filter. An empty list means all, as if it had been omitted, because no caller wants a filter that matches nothing. */
export const listOf = <T extends string>(entry: StringSchema<T>, max = MAX_VALUES) =>
  valuesOf(entry, max).meta(EMPTY_IS_ALL as AnyObject);

/** One of the given words; a misspelled one is answered with the closest match. */
export const choice = <const T extends string>(values: readonly T[]) =>
  string<T>()
    .typeError(({ path }: PathParams) => `${path} must be a string`)
    .oneOf(
      [...values],
      ({ path, value }: PathParams & { value?: unknown }) =>
        `${path} must be one of ${values.join(", ")}${slipOf(value, values)}`,
    );

function slipOf(given: unknown, values: readonly string[]): string {
  // A list may contain a thousand wrong words; a misspelling is not much longer than the word that was meant.
  const [close] = typeof given === "string" && given.length <= 40 ? nearest(given, values, 1) : [];
  return close === undefined ? "" : ` (${didYouMean([close])})`;
}

export const amount = () =>
  number()
    .typeError(({ path }: PathParams) => `${path} must be a number`)
    .min(0, ({ path }: PathParams) => `${path} must be 0 or more`)
    .test(
      "finite",
      ({ path }: PathParams) => `${path} must be a finite number`,
      (v) => v === undefined || Number.isFinite(v),
    );

/** An object that is validated elsewhere, such as the args of a tool. */
export const freeObject = (name: string) => object().typeError(`${name} must be an object`).default(undefined);

export const flag = () => boolean().typeError(({ path }: PathParams) => `${path} must be true or false`);

export const wholeNumber = (min: number, max: number) =>
  number()
    .typeError(({ path }: PathParams) => `${path} must be a number`)
    .integer(({ path }: PathParams) => `${path} must be a whole number`)
    .min(min, ({ path }: PathParams) => `${path} must be at least ${min}`)
    .max(max, ({ path }: PathParams) => `${path} must be at most ${max}`);

/** The revision that was edited. Without it, the current one is changed. */
export const revField = () => wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** The revision of a part of a document, likewise. */
export const partRevField = () => text(64);

/** Location of a run's browsers. */
export const locationField = () =>
  text(32)
    .matches(LOCATION, {
      message: ({ path }: PathParams) => `${path} ${LOCATION_RULE}`,
      excludeEmptyString: true,
    })
    .meta({
      description:
        "Location of its browsers, as in SVC_LOCATION of the workers; omitted or empty: that of the schedule or the environment",
    });

/** Number of a pull request; CI templates send it as text. */
export const prNumberField = () => wholeNumber(1, Number.MAX_SAFE_INTEGER).meta(DIGITS as AnyObject);

/** Maximum number of history rows in a body; rows beyond those that are used are dropped with a warning. */
const MAX_HISTORY_ROWS = 10_000;

/** Rows are not validated here, because each one is checked individually later. */
export const historyField = () =>
  array()
    .typeError(({ path }: PathParams) => `${path} must be a list`)
    .max(MAX_HISTORY_ROWS, ({ path }: PathParams) => `${path} must have at most ${MAX_HISTORY_ROWS} entries`)
    .meta({
      description:
        "Ancestors of the commit, newest first, including the commit itself: rows of [sha, [parents], number of the merged pull request or null]; at most 5,000 are used",
    } as AnyObject);

/** Whether a schedule triggered the run. */
export const scheduledField = () =>
  flag().meta({
    description:
      "Whether a schedule started it (true), or a push or pull request (false): earlier results of the same commit then count as previous ones, or as repetitions",
  } as AnyObject);

/** What the run is compared with. */
export const againstField = () =>
  text().meta({
    description:
      "What the run is compared with: a run's id, a branch or an environment; `branch:name` or `environment:name` where both have the name",
  });

export const failedField = () =>
  boolean().strict().meta({
    description:
      "Run again only what failed in the last run of the type on this branch and environment; passed results are carried over from it. If nothing failed, nothing starts: `started` is false",
  });

/** The pages of an audit. */
export const pagesField = () =>
  choice(PAGE_CHOICES).meta({
    description:
      "For audits: pages of the scenarios, one page of each template of a crawl, or all pages of a crawl, which runs first unless one is less than a day old; default: the project's setting",
  } as AnyObject);

/** URL of the branch's preview site. */
export const previewField = () =>
  text(2_000).meta({
    description:
      "Address of the branch's preview, such as https://shop-git-x.example.app, on a host that the project allows; needs branch. Results are compared as if it were the environment's address",
  } as AnyObject);

/** An object with exactly these fields. */
export const closed = <S extends ObjectShape>(shape: S) =>
  object(shape)
    .typeError(({ path }: PathParams) => `${path && path !== "this" ? path : "the body"} must be an object`)
    .noUnknown(true, ({ path, unknown }: PathParams & { unknown?: string }) => {
      const where = path && path !== "this" ? ` in ${path}` : "";
      const known = Object.keys(shape);
      return `unknown field ${fewOf(unknown ?? "")}${where}; known: ${known.join(", ")}${meant(unknown ?? "", known)}`;
    });

/** Returns a hint with the known name closest to a single unknown one. */
function meant(unknown: string, known: readonly string[]): string {
  const near = unknown.includes(", ") ? [] : nearest(unknown, known, 1);
  return near.length === 0 ? "" : `; ${didYouMean(near)}`;
}

/** Returns the first few of the names that yup has joined. */
function fewOf(names: string): string {
  const all = names.split(", ");
  return all.length > 5 ? `${all.slice(0, 5).join(", ")} and ${all.length - 5} more` : names;
}

export type Validated<S extends Schema> = InferType<S>;

/** Maximum number of problems listed in a response; further ones are only counted. */
export const MAX_PROBLEMS = 20;
const MAX_PROBLEM = 500;

/**
 * Returns the value as the schema describes it, after `coerceInput`. Throws validation_error with the first problems and the number of the
 * others: `{ error, fields: [{ path, message }] }`.
 */
export async function validated<S extends Schema>(schema: S, value: unknown): Promise<InferType<S>> {
  try {
    return (await schema.validate(coerceInput(schema, value), ALL_PROBLEMS)) as InferType<S>;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems = error.inner.length > 0 ? error.inner : [error];
    // Keeps only the first problem of each path, which says the most: a value of the wrong type fails the other checks as well.
    const byPath = new Map<string, string>();
    for (const { path = "", message } of problems) if (!byPath.has(path)) byPath.set(path, message);
    const fields = [...byPath].slice(0, MAX_PROBLEMS).map(([path, message]) => ({ path, message: cut(message) }));
    const more = byPath.size - fields.length;
    const said = fields.map((f) => f.message);
    if (more > 0) said.push(`and ${plural(more, "more problem")}`);
    throw new ProductError("validation_error", said.join("; "), { fields });
  }
}

const cut = (message: string) => truncate(message, MAX_PROBLEM);

/** Returns the JSON body of a request; `{}` if there is none. A body of another content type is refused rather than ignored. */
export function bodyOf(req: Request): unknown {
  if (req.body !== undefined) return req.body;
  const length = req.get("content-length");
  if (req.get("transfer-encoding") !== undefined || (length !== undefined && length !== "0"))
    throw new ProductError("validation_error", "The body must be JSON: send Content-Type: application/json.");
  return {};
}

/** Converts numbers in a query, which arrive as text; anything else is left unchanged for the schema to refuse. */
export function numbersIn(query: Request["query"], names: readonly string[]): Record<string, unknown> {
  const out: Record<string, unknown> = { ...query };
  for (const name of names) {
    const value = out[name];
    if (typeof value === "string" && /^\d{1,15}$/.test(value)) out[name] = Number(value);
  }
  return out;
}

/** Splits comma-separated lists in a query. */
export function listsIn(query: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const out: Record<string, unknown> = { ...query };
  for (const name of names) {
    const value = out[name];
    if (typeof value === "string") out[name] = value.split(",");
  }
  return out;
}

/** Returns a path parameter. */
export function param(req: Request, name: string): string {
  const value = req.params[name];
  return typeof value === "string" ? value : "";
}
