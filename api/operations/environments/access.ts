// Validates the access data of a protected site before it is sealed. Its values never appear in messages or logs.
import { array, object, string } from "yup";
import { MIN_SECRET } from "../../../domain/functional/values.ts";
import { stepsShape, urlShape } from "../../../domain/import/scenarioShape.ts";
import { usesTotp } from "../../../domain/signIn/call.ts";
import { ACCESS_KINDS, type SiteAccess } from "../../../domain/visual/shot.ts";
import { checked } from "../../lib/admin.ts";
import { signInCallShape, storageShape, TOKEN, totpShape } from "./signInShape.ts";

/** A line break in a value would start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is for
const PLAIN = /^[^\u0000-\u0008\u000a-\u001f\u007f]*$/;
const secret = string().max(8_000).matches(PLAIN, "must be one line");

/** Names that steps refer to, as in `{secret.password}`. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const named = (what: string, least: number) =>
  object()
    .test(
      "named",
      `must be up to 100 ${what}: names of letters, digits and _, with one line of text each`,
      (value: unknown) => {
        if (value === undefined || value === null) return true;
        const entries = Object.entries(value);
        return (
          entries.length <= 100 &&
          entries.every(
            ([name, v]) =>
              NAME.test(name) && typeof v === "string" && PLAIN.test(v) && v.length >= least && v.length <= 8_000,
          )
        );
      },
    )
    .default(undefined);

export const accessShape = object({
  basicAuth: object({
    username: secret
      .min(1)
      .matches(/^[^:]*$/, "must not hold a colon")
      .required(),
    password: secret.defined(),
  })
    .noUnknown()
    .default(undefined),
  headers: object()
    .test("headers", "must be header names with one text each", (value: unknown) => {
      if (value === undefined || value === null) return true;
      return Object.entries(value).every(([name, v]) => TOKEN.test(name) && typeof v === "string" && PLAIN.test(v));
    })
    .default(undefined),
  cookies: array(
    object({
      name: string().matches(TOKEN, "must be a cookie name").required(),
      value: secret.matches(/^[^;]*$/, "must not hold a semicolon").defined(),
      path: string().matches(/^\//, "must begin with /"),
    })
      .noUnknown()
      .required(),
  ).max(50),
  signIn: object({ url: urlShape.required(), steps: stepsShape.min(1).required() })
    .noUnknown()
    .default(undefined),
  signInCall: signInCallShape,
  totp: totpShape,
  localStorage: storageShape,
  sessionStorage: storageShape,
  // Shorter values occur in any text by chance and could not be masked.
  secrets: named(`secrets of ${MIN_SECRET} characters or more`, MIN_SECRET),
  variables: named("variables", 0),
})
  .noUnknown()
  .test("some", `must have at least one of ${ACCESS_KINDS.join(", ")}`, (v) => {
    return v == null || Object.values(v).some((part) => part !== undefined);
  })
  .test("one", "must have signIn or signInCall, and not both", (v) => {
    return v == null || v.signIn === undefined || v.signInCall === undefined;
  })
  .test("totp", "uses {totp} and must have totp", (v) => {
    return v == null || v.totp !== undefined || !usesTotp([v.signIn, v.signInCall]);
  });

/** Returns whether the value is valid access data. */
export const isAccess = (value: unknown): value is SiteAccess =>
  accessShape.required().isValidSync(value, { strict: true });

/** Returns the access data. Throws `validation_error` with the paths of invalid fields, but never their values. */
export function checkAccess(value: unknown): SiteAccess {
  return checked(accessShape.required(), value) as SiteAccess;
}
