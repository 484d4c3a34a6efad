// What one push to a data layer means: an event, values that are set, or a command of a tag library.
import { redactParameters } from "./redact.ts";

export type ReadPush = { kind: "event" | "data"; name: string; parameters: Record<string, unknown> };

const LONGEST_NAME = 200;

/** `value` is the copy of what was pushed: an object, or the arguments of gtag as a list. null: it reports nothing. */
export function readPush(value: unknown): ReadPush | null {
  if (Array.isArray(value)) return readCommand(value);
  if (!isObject(value)) return null;
  const { event, ...rest } = value;
  if (typeof event !== "string" || event === "")
    return Object.keys(rest).length === 0 ? null : { kind: "data", name: "", parameters: redactParameters(rest) };
  return { kind: "event", name: event.slice(0, LONGEST_NAME), parameters: redactParameters(rest) };
}

/** gtag("event", name, parameters) and gtag("set", …); consent, config and js report nothing. */
function readCommand([command, name, parameters]: unknown[]): ReadPush | null {
  if (command === "event" && typeof name === "string" && name !== "")
    return { kind: "event", name: name.slice(0, LONGEST_NAME), parameters: redactParameters(objectOf(parameters)) };
  if (command !== "set") return null;
  const values = isObject(name) ? name : typeof name === "string" ? { [name]: parameters } : {};
  return { kind: "data", name: "", parameters: redactParameters(values) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
