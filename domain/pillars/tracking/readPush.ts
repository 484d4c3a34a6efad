// Interprets one push to a data layer: an event, values, a command of a tag library, a method call or a function.
import type { Push } from "./observation.ts";
import { isObject, objectOf } from "./providers/provider.ts";
import { MARKERS, redactParameters } from "./redact.ts";

export type ReadPush = Pick<Push, "kind" | "name" | "parameters" | "form" | "cleared">;
/** Type of the pushed value. */
export type PushedForm = "object" | "array" | "arguments" | "function";

const MAX_NAME = 200;
const MAX_CLEARED = 100;

/** Returns null if the push neither reports nor sets anything. `value`: copy of what was pushed, an object or the elements of a list. */
export function readPush(value: unknown, form: PushedForm = "object"): ReadPush | null {
  if (form === "function") return { kind: "data", name: "", parameters: {}, form: "function" };
  if (Array.isArray(value)) return form === "array" && isCall(value) ? readCall(value) : readCommand(value);
  if (!isObject(value)) return null;
  const { event, ...rest } = value;
  const named = typeof event === "string" && event !== "" && event !== MARKERS.undefined;
  if (!named && Object.keys(rest).length === 0) return null;
  return { kind: named ? "event" : "data", name: named ? event.slice(0, MAX_NAME) : "", ...read(rest) };
}

/** Reads gtag("event", name, parameters) and gtag("set", …). `consent`, `config` and `js` report nothing. */
function readCommand(list: unknown[]): ReadPush | null {
  const [command, name, parameters] = list;
  if (command === "event" && typeof name === "string" && name !== "") {
    const { parameters: given } = read(objectOf(parameters));
    // The parameters belong only to the event; the layer does not keep them.
    return { kind: "event", name: name.slice(0, MAX_NAME), parameters: given, form: "event-command" };
  }
  if (command !== "set") return null;
  const values = isObject(name) ? name : typeof name === "string" && list.length === 3 ? { [name]: parameters } : {};
  return { kind: "data", name: "", ...read(values) };
}

/** Whether the list is a method call on the layer's contents: `["items.push", …]`. */
const isCall = ([path]: unknown[]): boolean => typeof path === "string" && /^[^\s.]+(\.[^\s.]*)*\.[a-z]+$/i.test(path);

function readCall([path, ...args]: unknown[]): ReadPush {
  const parameters = redactParameters({ path: String(path).slice(0, MAX_NAME), args });
  return { kind: "data", name: "", parameters, form: "method" };
}

/** Returns the values that are set, and the paths that are set to undefined. */
function read(values: Record<string, unknown>): Pick<ReadPush, "parameters" | "cleared"> {
  const cleared: string[][] = [];
  const kept = withoutCleared(values, [], cleared) as Record<string, unknown>;
  const parameters = redactParameters(kept);
  return cleared.length === 0 ? { parameters } : { parameters, cleared };
}

function withoutCleared(value: unknown, path: readonly string[], cleared: string[][]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (one !== MARKERS.undefined) return [[key, withoutCleared(one, [...path, key], cleared)]];
      if (cleared.length < MAX_CLEARED) cleared.push([...path, key].map((part) => part.slice(0, 100)));
      return [];
    }),
  );
}
