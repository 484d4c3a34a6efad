// Reads JSON bodies, and refuses what is too large, too deep or of too many parts before anything looks at its fields:
// a validator works on every entry of a list, however long the list is.
import { isUtf8 } from "node:buffer";
import { json, type RequestHandler, raw } from "express";
import { ProductError } from "../../domain/errors.ts";

/** Most of what one body may hold. */
export type Bounds = {
  /** Bytes as they are sent. */
  bytes: number;
  /** Objects, lists and single values, all together. */
  values: number;
  /** Entries of one list. */
  entries: number;
  /** A larger body is read where its bytes hold this text: the name of a tool that takes long texts. */
  larger?: { bytes: number; holding: string };
  /** The content type of a body that is no JSON, or that is read as bytes. */
  type?: string;
};

const KB = 1_024;
/** By route: as much as its largest sensible body needs. */
export const BODY_BOUNDS = {
  signIn: { bytes: 4 * KB, values: 20, entries: 10 },
  small: { bytes: 16 * KB, values: 200, entries: 100 },
  run: { bytes: 256 * KB, values: 8_000, entries: 1_000 },
  /** The same with a history of the commit: 5,000 rows fit in, and some more, which are left out with a warning. */
  history: { bytes: 1_024 * KB, values: 40_000, entries: 10_000 },
  /** A whole tracking plan fits in; of this many values the slowest validation takes about 50 ms. */
  tool: {
    bytes: 1_024 * KB,
    values: 20_000,
    entries: 5_000,
    larger: { bytes: 5 * 1_024 * KB, holding: '"frt_set_gherkin_bulk"' },
  },
  /** The whole configuration of a project: its largest parts are the texts of features. */
  projectFile: { bytes: 5 * 1_024 * KB, values: 100_000, entries: 5_000 },
  /** A page of 72 million pixels is rarely larger. The bytes of one picture, and no JSON. */
  picture: { bytes: 20 * 1_024 * KB, values: 0, entries: 0, type: "image/png" },
  /** A comment of 65,536 characters, twice, and what is around it. The bytes as they were signed. */
  webhook: { bytes: 1_024 * KB, values: 0, entries: 0, type: "application/json" },
  /** What apps send to get tokens. The bytes, which are no JSON. */
  form: { bytes: 8 * KB, values: 0, entries: 0, type: "application/x-www-form-urlencoded" },
  /** The map of a page of 5,000 elements, packed. */
  pageMap: { bytes: 2 * 1_024 * KB, values: 0, entries: 0, type: "application/gzip" },
  /** Playwright's trace of a test: mostly its screenshots and the files of the site. */
  trace: { bytes: 50 * 1_024 * KB, values: 0, entries: 0, type: "application/zip" },
} as const satisfies Record<string, Bounds>;

const MAX_DEPTH = 20;
const MAX_KEYS = 200;
const MAX_KEY = 200;

const tooLarge = (message: string) => new ProductError("too_large", message);
const wrong = (message: string) => new ProductError("validation_error", message);
const n = (count: number) => count.toLocaleString("en-US");

/**
 * What is wrong with the form of a parsed body, or null. Walks without recursion and ends at the first thing over its
 * bound. A number such as 1e999 arrives as Infinity, and `__proto__` as an ordinary key that a later copy may take for the
 * prototype: neither has a use here.
 */
export function formProblem(body: unknown, { values, entries }: Omit<Bounds, "bytes">): ProductError | null {
  let level: unknown[] = [body];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return tooLarge(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    seen += level.length;
    if (seen > values) return tooLarge(`The body holds more than ${n(values)} values.`);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === "number" && !Number.isFinite(value))
        return wrong("The body holds a number that is out of range.");
      if (typeof value !== "object" || value === null) continue;
      if (Array.isArray(value)) {
        if (value.length > entries) return tooLarge(`The body holds a list of more than ${n(entries)} entries.`);
        for (const entry of value) below.push(entry);
      } else {
        const keys = Object.keys(value);
        if (keys.length > MAX_KEYS) return tooLarge(`The body holds an object of more than ${MAX_KEYS} fields.`);
        for (const key of keys) {
          if (key.length > MAX_KEY)
            return tooLarge(`The body holds a field whose name has more than ${MAX_KEY} characters.`);
          if (key === "__proto__") return wrong("The body holds a field with the name __proto__.");
          below.push((value as Record<string, unknown>)[key]);
        }
      }
      if (seen + below.length > values) return tooLarge(`The body holds more than ${n(values)} values.`);
    }
    level = below;
  }
  return null;
}

/** As body-parser's own error, which is told in the same words. */
const tooManyBytes = (limit: number) => Object.assign(new Error("too large"), { type: "entity.too.large", limit });

/** Reads the body of a request within the bounds: JSON, or the bytes of its content type. */
export function readBody(bounds: Bounds): RequestHandler {
  return bounds.type === undefined ? jsonBody(bounds) : bytesBody(bounds.type, bounds.bytes);
}

/** The bytes, as a Buffer. */
function bytesBody(type: string, bytes: number): RequestHandler {
  const parse = raw({ type, limit: bytes, inflate: false });
  return (req, res, next) => {
    if (!req.is(type)) next(new ProductError("validation_error", `Send the body as ${type}.`));
    else parse(req, res, next);
  };
}

/** Parses the JSON body of a request within the bounds. Compressed bodies are refused: a few bytes may unfold to any size. */
export function jsonBody(bounds: Bounds): RequestHandler {
  const { bytes: most, larger } = bounds;
  const parse = json({
    limit: larger?.bytes ?? most,
    inflate: false,
    // Without this, bytes that are no UTF-8 become other text silently.
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
