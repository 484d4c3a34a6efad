// Locates problems: turns a path of the configuration into file, line and column.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { FieldProblem } from "../../domain/import/problems.ts";
import { ClientError } from "../client/exit.ts";
import type { Places } from "./below.ts";

/** The source of what was sent: the file, by the name that people use, and the files that it refers to. */
export type Origin = { name: string; text: string; document: Document; places: Places; cwd: string };

/** Maximum number of problems listed; further ones are counted. */
const LISTED = 20;

/** Returns the error with the position of each of its fields. */
export function located(error: ClientError, origin: Origin): ClientError {
  const { fields, exit, code } = error;
  const lines = fields.slice(0, LISTED).map((one) => lineOf(one, origin));
  if (fields.length > LISTED) lines.push(`and ${fields.length - LISTED} more`);
  const message = lines.length === 1 ? (lines[0] ?? "") : `${origin.name} is invalid:\n  ${lines.join("\n  ")}`;
  return new ClientError(exit, code, message, fields);
}

function lineOf({ path: sent, message }: FieldProblem, origin: Origin): string {
  const { channelOrder } = origin.places;
  const whole = sent.replace(/^(notifications)\[(\d+)\]/, (_, name, at) => `${name}[${channelOrder?.[at] ?? at}]`);
  const told = whole === "" ? message : `${whole} ${message}`;
  return `${placeOf(whole, origin)} ${told}`;
}

type Keys = (string | number)[];
const keysOf = (text: string): Keys =>
  [...text.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([whole, index]) => (index === undefined ? whole : Number(index)));

/** Returns `file:line:column`; for something that the file does not contain, the position of the closest thing that it does. */
function placeOf(whole: string, { name, text, document, places, cwd }: Origin): string {
  const [section, at, ...rest] = keysOf(whole);
  const shown = (file: string) => path.relative(cwd, file);
  const inFile = (file: string, keys: Keys) => {
    const content = readFileSync(file, "utf8");
    return `${shown(file)}:${lineAndColumn(parseDocument(content), content, keys)}`;
  };
  if (section === "features" && typeof at === "number") {
    const file = [...places.features.values()][at];
    const line = /gherkin:(\d+(?::\d+)?)/.exec(whole)?.[1] ?? "1:1";
    if (file !== undefined) return `${shown(file)}:${line}`;
  }
  if (section === "steps" && typeof at === "number") {
    const found = places.stepOrder?.[at];
    if (found) return inFile(found.file, found.at === null ? rest : [found.at, ...rest]);
  }
  if (section === "tracking" && places.tracking !== null)
    return inFile(places.tracking, at === undefined ? [] : [at, ...rest]);
  return `${name}:${lineAndColumn(document, text, keysOf(whole))}`;
}

function lineAndColumn(document: Document, text: string, keys: Keys): string {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
  const { line, col } = lines.linePos(offsetOf(document.contents, keys));
  return `${line}:${col}`;
}

/** Returns where the key, or the list entry, begins. */
function offsetOf(root: unknown, keys: Keys): number {
  let node = root;
  let offset = startOf(root);
  for (const key of keys) {
    if (isMap(node)) {
      const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key));
      if (!pair) break;
      offset = startOf(pair.key);
      node = pair.value;
    } else if (isSeq(node) && typeof key === "number") {
      node = node.items[key];
      offset = startOf(node);
    } else break;
  }
  return offset;
}

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
