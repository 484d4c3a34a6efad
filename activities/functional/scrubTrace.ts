// Removes secrets from a Playwright trace: headers, cookies, typed text, and every encoding of a secret. Runs in a thread.
import { strFromU8, strToU8, type UnzipFileFilter, unzipSync, zipSync } from "fflate";
import { createMasker, MASK, maskData } from "../../domain/functional/values.ts";
import { cleanSnapshot } from "./cleanSnapshot.ts";

/** Headers that identify the client. Those of the environment's access are masked by their values. */
const SECRET_HEADER =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-auth-token|x-csrf-token|x-xsrf-token)$/i;
/** Browser methods whose arguments are typed text. */
const TYPING = /^(fill|type|insertText|keyboardInsertText|keyboardType|pressSequentially)$/;
/** Never text: a secret in it could only be an image of it. Scripts of sites cannot create files with these extensions. */
const BINARY = /\.(png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|mp4|webm|mp3|wasm|pdf|zip)$/i;

/** The unpacked trace is read into memory. */
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Returns the cleaned trace. Throws if it is invalid: a trace that cannot be read is not stored. */
export function scrubTrace(zip: Uint8Array, secrets: readonly string[], maxBytes = MAX_UNPACKED_BYTES): Uint8Array {
  const mask = createMasker(secrets);
  const dropped = new Set<string>();
  const entries = Object.entries(unzipSync(zip, { filter: boundedTo(maxBytes) }));
  const kept: Record<string, Uint8Array> = {};
  for (const [name, bytes] of entries) {
    // They contain names of this machine's files.
    if (name.endsWith(".stacks")) continue;
    if (/\.(trace|network)$/.test(name)) kept[name] = strToU8(scrubLines(strFromU8(bytes), mask, dropped));
  }
  if (!Object.keys(kept).some((name) => name.endsWith(".trace"))) throw new Error("This is not a trace.");
  for (const [name, bytes] of entries) {
    if (name in kept || name.endsWith(".stacks") || dropped.has(name.replace(/^resources\//, ""))) continue;
    kept[name] = BINARY.test(name) ? bytes : masked(bytes, mask);
  }
  return zipSync(kept, { level: 4 });
}

/** Returns a filter that throws once the files exceed the limit in total, because a site can send data that is compressed a thousandfold. */
function boundedTo(bytes: number): UnzipFileFilter {
  let left = bytes;
  return ({ originalSize }) => {
    left -= originalSize;
    if (left < 0) throw new Error("The trace holds more than can be read.");
    return true;
  };
}

function scrubLines(text: string, mask: (text: string) => string, dropped: Set<string>): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : scrubLine(line, mask, dropped)))
    .join("\n");
}

function scrubLine(line: string, mask: (text: string) => string, dropped: Set<string>): string {
  const event = scrubEvent(JSON.parse(line) as JsonObject, dropped);
  const text = JSON.stringify(event);
  // Most events hold no secret, and searching their text is faster than walking through them.
  return mask(text) === text ? text : JSON.stringify(maskData(event, mask));
}

function scrubEvent(event: JsonObject, dropped: Set<string>): JsonObject {
  delete event.stack;
  if (event.type === "resource-snapshot") scrubExchange(event.snapshot as JsonObject, dropped);
  if (event.type === "before" && isObject(event.params) && TYPING.test(String(event.method)))
    event.params = {
      ...event.params,
      ...("value" in event.params ? { value: MASK } : {}),
      ...("text" in event.params ? { text: MASK } : {}),
    };
  if (event.type === "log" && /\b(fill|type|insertText)\(/.test(String(event.message)))
    event.message = String(event.message).replace(/\b(fill|type|insertText)\(.*$/s, `$1("${MASK}")`);
  if (event.type === "frame-snapshot" && isObject(event.snapshot)) {
    event.snapshot.html = cleanSnapshot(event.snapshot.html ?? "");
    scrubSnapshot(event.snapshot);
  }
  return event;
}

/** Cleans a request and its response in HAR format. */
function scrubExchange(snapshot: JsonObject, dropped: Set<string>): void {
  for (const side of [snapshot.request, snapshot.response]) {
    if (!isObject(side)) continue;
    if (Array.isArray(side.headers))
      side.headers = side.headers.filter((header) => !(isObject(header) && SECRET_HEADER.test(String(header.name))));
    side.cookies = [];
    if (isObject(side.postData)) {
      // Forms and scripts send what was typed.
      if (typeof side.postData._sha1 === "string") dropped.add(side.postData._sha1);
      delete side.postData;
    }
  }
}

/** Removes the values of password fields from a DOM snapshot. */
function scrubSnapshot(value: Json): void {
  const todo: Json[] = [value];
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    if (Array.isArray(one)) todo.push(...one);
    else if (isObject(one)) {
      if ("__playwright_value_" in one && String(one.type).toLowerCase() === "password") one.__playwright_value_ = MASK;
      todo.push(...Object.values(one));
    }
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Masks bytes that are text. Decoded byte by byte, so that binary content is unchanged. */
function masked(bytes: Uint8Array, mask: (text: string) => string): Uint8Array {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const text = decoder.decode(bytes);
    const clean = mask(text);
    return clean === text ? bytes : strToU8(clean);
  } catch {
    const text = strFromU8(bytes, true);
    const clean = mask(text);
    return clean === text ? bytes : strToU8(clean, true);
  }
}
