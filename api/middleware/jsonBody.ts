// Reads JSON bodies and refuses those that are too large, too deep or have too many parts before their fields are validated, because a
// validator processes every entry of a list, however long it is.
import { isUtf8 } from "node:buffer";
import { json, type RequestHandler, raw } from "express";
import { ProductError } from "../../domain/errors.ts";

/** Limits of a body. */
export type Bounds = {
  /** Bytes as sent. */
  bytes: number;
  /** Objects, lists and single values together. */
  values: number;
  /** Entries per list. */
  entries: number;
  /** Higher byte limit for bodies that contain this text: the name of a tool that takes long texts. */
  larger?: { bytes: number; holding: string };
  /** Content type of a body that is not JSON, or that is read as bytes. */
  type?: string;
};

const KB = 1_024;
/** Limits by route: as much as its largest reasonable body needs. */
export const BODY_BOUNDS = {
  signIn: { bytes: 4 * KB, values: 20, entries: 10 },
  small: { bytes: 16 * KB, values: 200, entries: 100 },
  /** A question of 4,000 characters, six bytes each if they are escaped, and its context. */
  question: { bytes: 64 * KB, values: 1_000, entries: 500 },
  run: { bytes: 256 * KB, values: 8_000, entries: 1_000 },
  /** The same with the commit's history: 5,000 rows fit, and some more that are dropped with a warning. */
  history: { bytes: 1_024 * KB, values: 40_000, entries: 10_000 },
  /** A complete tracking plan fits; the slowest validation of this many values takes about 50 ms. */
  tool: {
    bytes: 1_024 * KB,
    values: 20_000,
    entries: 5_000,
    larger: { bytes: 5 * 1_024 * KB, holding: '"frt_set_gherkin_bulk"' },
  },
  /** A project's complete configuration; the texts of features are its largest part. */
  projectFile: { bytes: 5 * 1_024 * KB, values: 100_000, entries: 5_000 },
  /** Bytes of one picture, not JSON. A page of 72 million pixels is rarely larger. */
  picture: { bytes: 20 * 1_024 * KB, values: 0, entries: 0, type: "image/png" },
  /** A comment of 65,536 characters, twice, plus the surrounding data. Read as bytes because they are signed. */
  webhook: { bytes: 1_024 * KB, values: 0, entries: 0, type: "application/json" },
  /** What apps send to get tokens. Read as bytes because it is not JSON. */
  form: { bytes: 8 * KB, values: 0, entries: 0, type: "application/x-www-form-urlencoded" },
  /** The compressed map of a page with 5,000 elements. */
  pageMap: { bytes: 2 * 1_024 * KB, values: 0, entries: 0, type: "application/gzip" },
  /** Playwright's trace of a test, mostly its screenshots and the site's files. */
  trace: { bytes: 50 * 1_024 * KB, values: 0, entries: 0, type: "application/zip" },
} as const satisfies Record<string, Bounds>;

const MAX_DEPTH = 20;
const MAX_KEYS = 200;
const MAX_KEY = 200;

const tooLarge = (message: string) => new ProductError("too_large", message);
const wrong = (message: string) => new ProductError("validation_error", message);
const n = (count: number) => count.toLocaleString("en-US");

/**
 * Returns what is wrong with the structure of a parsed body, or null. Walks without recursion and stops at the first violation. A number
 * such as 1e999 arrives as Infinity, and `__proto__` as an ordinary key that a later copy may take for the prototype; neither has a use
 * here.
 */
export function formProblem(body: unknown, { values, entries }: Omit<Bounds, "bytes">): ProductError | null {
  let level: unknown[] = [body];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return tooLarge(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    seen += level.length;
    if (seen > values) return tooLarge(`The body contains more than ${n(values)} values.`);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === "number" && !Number.isFinite(value))
        return wrong("The body contains a number that is out of range.");
      if (typeof value !== "object" || value === null) continue;
      if (Array.isArray(value)) {
        if (value.length > entries) return tooLarge(`The body contains a list of more than ${n(entries)} entries.`);
        for (const entry of value) below.push(entry);
      } else {
        const keys = Object.keys(value);
        if (keys.length > MAX_KEYS) return tooLarge(`The body contains an object of more than ${MAX_KEYS} fields.`);
        for (const key of keys) {
          if (key.length > MAX_KEY)
            return tooLarge(`The body contains a field whose name has more than ${MAX_KEY} characters.`);
          if (key === "__proto__") return wrong("The body contains a field with the name __proto__.");
          below.push((value as Record<string, unknown>)[key]);
        }
      }
      if (seen + below.length > values) return tooLarge(`The body contains more than ${n(values)} values.`);
    }
    level = below;
  }
  return null;
}

/** The same error as body-parser's own, so that it is reported in the same words. */
const tooManyBytes = (limit: number) => Object.assign(new Error("too large"), { type: "entity.too.large", limit });

/** Reads the body of a request within the limits: JSON, or the bytes of its content type. */
export function readBody(bounds: Bounds): RequestHandler {
  return bounds.type === undefined ? jsonBody(bounds) : bytesBody(bounds.type, bounds.bytes);
}

/** Reads the bytes as a Buffer. */
function bytesBody(type: string, bytes: number): RequestHandler {
  const parse = raw({ type, limit: bytes, inflate: false });
  return (req, res, next) => {
    if (!req.is(type)) next(new ProductError("validation_error", `Send the body as ${type}.`));
    else parse(req, res, next);
  };
}

/** Parses the JSON body of a request within the limits. Compressed bodies are refused, because a few bytes may expand to any size. */
export function jsonBody(bounds: Bounds): RequestHandler {
  const { bytes: most, larger } = bounds;
  const parse = json({
    limit: larger?.bytes ?? most,
    inflate: false,
    // Without this check, bytes that are not valid UTF-8 are silently replaced with other text.
    verify: (_req, _res, bytes, encoding) => {
      if (larger && bytes.length > most && !bytes.includes(larger.holding)) throw tooManyBytes(most);
      if (encoding !== "utf-8" || !isUtf8(bytes)) throw new Error("The body is not valid UTF-8.");
    },
  });
  return (req, res, next) => {
    parse(req, res, (error?: unknown) => {
      next(error ?? formProblem(req.body, bounds) ?? undefined);
    });
  };
}
