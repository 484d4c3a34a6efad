// Schema of a sign-in without a form: the HTTP call, one-time codes, and items of the site's storage.
import { array, mixed, number, object, string } from "yup";
import { urlShape } from "../../../domain/import/scenarioShape.ts";
import { CALL_METHODS, TOKEN_PLACES, TOTP_ALGORITHMS } from "../../../domain/signIn/call.ts";
import { readTokenPath } from "../../../domain/signIn/tokenPath.ts";
import { isTotpSecret } from "../../../domain/signIn/totp.ts";

/** RFC 9110: header and cookie names are tokens. */
export const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that the request sets itself. */
const OWN_HEADERS = new Set(["host", "content-length", "transfer-encoding", "connection"]);
const MAX_BODY = 20_000;
const MAX_ITEM = 20_000;
const MAX_NAMES = 100;
export const MAX_TAKEN = 20;

const entriesOf = (value: unknown): [string, unknown][] | null =>
  value === undefined || value === null ? null : Object.entries(value);

/** Schema of an object whose values are all texts. */
const texts = (fits: (name: string, value: string) => boolean, message: string, max: number) =>
  object()
    .test("texts", message, (value: unknown) => {
      const entries = entriesOf(value);
      if (entries === null) return true;
      const fit = ([name, one]: [string, unknown]) => typeof one === "string" && one.length <= max && fits(name, one);
      return entries.length <= MAX_NAMES && entries.every(fit);
    })
    .default(undefined);

const oneLine = (value: string): boolean => !/[\r\n\0]/.test(value);
const headers = texts(
  (name, value) => TOKEN.test(name) && !OWN_HEADERS.has(name.toLowerCase()) && oneLine(value),
  "must be header names with one line of text each, and not Host, Content-Length, Transfer-Encoding or Connection",
  8_000,
);

const tokenShape = object({
  path: string()
    .max(500)
    .required()
    .test(
      "path",
      "must name members and indices, such as data.tokens[0].value",
      (v) => v == null || readTokenPath(v) !== null,
    ),
  in: string().oneOf(TOKEN_PLACES).required(),
  name: string()
    .min(1)
    .max(200)
    .required()
    .when("in", ([place], schema) =>
      place === "header" || place === "cookie" ? schema.matches(TOKEN, "must be a name of a header or cookie") : schema,
    ),
  template: string()
    .max(1_000)
    .matches(/\{token\}/, "must hold {token}"),
})
  .noUnknown()
  .required();

export const signInCallShape = object({
  method: string().oneOf(CALL_METHODS),
  url: urlShape.required(),
  headers,
  json: mixed().test(
    "json",
    `must be JSON of ${MAX_BODY} characters at most`,
    (value) => value === undefined || (JSON.stringify(value) ?? "").length <= MAX_BODY,
  ),
  form: texts(() => true, "must be names with one text each", MAX_BODY),
  take: array(tokenShape).max(MAX_TAKEN),
  page: urlShape,
})
  .noUnknown()
  .test(
    "body",
    "must have json or form, and not both",
    ({ json, form } = {} as never) => json === undefined || form === undefined,
  )
  .test(
    "get",
    "must have no json or form with the method GET",
    (value) => value?.method !== "GET" || (value.json === undefined && value.form === undefined),
  )
  .default(undefined);

export const totpShape = object({
  secret: string()
    .max(500)
    .required()
    .test("base32", "must be base32: letters A to Z and digits 2 to 7", (v) => v == null || isTotpSecret(v)),
  digits: number().integer().min(6).max(10),
  period: number().integer().min(5).max(300),
  algorithm: string().oneOf(TOTP_ALGORITHMS),
})
  .noUnknown()
  .default(undefined);

export const storageShape = texts(
  (name) => name.length > 0 && name.length <= 500,
  `must be up to ${MAX_NAMES} names with one text of ${MAX_ITEM} characters at most each`,
  MAX_ITEM,
);
