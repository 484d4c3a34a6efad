// Reads the JSON-LD blocks of a page and lists missing properties of their items. Limited in items and depth.
import type { SeoDocument } from "./gathered.ts";
import type { TypeNeeds } from "./structuredDataShapes.ts";
import { NEEDS, SOURCE } from "./structuredDataTypes.ts";

export type Block =
  | { state: "parsed"; value: unknown }
  | { state: "invalid"; error: string }
  | { state: "empty" }
  /** The block was truncated when it was gathered. */
  | { state: "too_long" };

/** `path`: location of the item in the block, such as `offers[1]`; "" for the block itself. */
export type Problem = {
  type: string;
  path: string;
  missing: string;
  required: boolean;
  /** Other missing properties that Google recommends. */
  also: string[];
  /** URL of Google's documentation. */
  source: string;
};

type Node = Record<string, unknown>;

/** Properties of a page whose items count as the page's own. */
const CARRIED = ["mainEntity", "breadcrumb"];
const MAX_NODES = 200;
const DEEPEST = 4;

export function parseBlocks(blocks: SeoDocument["jsonLd"]): Block[] {
  return blocks.map(({ text, truncated }): Block => {
    if (truncated) return { state: "too_long" };
    if (text.trim() === "") return { state: "empty" };
    try {
      return { state: "parsed", value: JSON.parse(text) };
    } catch (error) {
      return { state: "invalid", error: error instanceof Error ? error.message : "" };
    }
  });
}

export function judgeNodes(blocks: SeoDocument["jsonLd"]): { judged: number; problems: Problem[] } {
  const problems: Problem[] = [];
  let judged = 0;
  const judge = (node: Node, path: string, assumed: string, depth: number, parent = "", isLast = true): void => {
    const named = typesOf(node);
    const type = (named.length === 0 ? [assumed] : named).find((name) => needsOf(name, parent) !== undefined) ?? "";
    const needs = needsOf(type, parent);
    if (isReference(node) || judged >= MAX_NODES) return;
    if (!needs) {
      if (depth >= DEEPEST) return;
      // A part with an id may be described in full elsewhere.
      for (const property of CARRIED)
        for (const part of nodesOf(node[property]).filter((one) => !("@id" in one)))
          judge(part, path === "" ? property : `${path}.${property}`, "", depth + 1);
      return;
    }
    if (needs.when?.every((name) => !has(node, name))) return;
    judged += 1;
    const lacks = (wanted: string): boolean => !wanted.split("|").some((name) => has(node, name));
    const say = (wanted: string): string => wanted.replaceAll("|", " or ").replaceAll("=", "");
    const required = [
      ...needs.required,
      ...(isLast ? [] : (needs.unlessLast ?? [])),
      ...(path === "" && !("@id" in node) ? (needs.alone ?? []) : []),
    ];
    const about = {
      type,
      path,
      also: (needs.recommended ?? []).filter(lacks).map(say),
      source: new URL(needs.source, SOURCE).href,
    };
    for (const wanted of required.filter(lacks)) problems.push({ ...about, missing: say(wanted), required: true });
    const advised = (needs.advised ?? []).filter(lacks);
    if (advised.length > 0) problems.push({ ...about, missing: advised.map(say).join(", "), required: false });
    if (depth >= DEEPEST) return;
    for (const [property, partType] of Object.entries(needs.parts ?? {}))
      nodesOf(node[property]).forEach((part, index, all) => {
        const step = all.length > 1 ? `${property}[${index}]` : property;
        judge(part, path === "" ? step : `${path}.${step}`, partType, depth + 1, type, part === lastOf(all));
      });
  };
  for (const block of parseBlocks(blocks)) {
    if (block.state !== "parsed") continue;
    for (const top of nodesOf(block.value))
      for (const node of "@graph" in top ? nodesOf(top["@graph"]) : [top]) judge(node, "", "", 0);
  }
  return { judged, problems };
}

/** Returns the item with the highest position, or the last one. */
function lastOf(items: readonly Node[]): Node | undefined {
  const positions = items.map(({ position }) => Number(position));
  const highest = Math.max(...positions);
  return items[Number.isFinite(highest) ? positions.lastIndexOf(highest) : items.length - 1];
}

/** Looks up the type as a part of its parent first. Only own keys are read, because the page chooses the names. */
function needsOf(type: string, parent: string): TypeNeeds | undefined {
  return [`${parent}/${type}`, type].flatMap((name) => (Object.hasOwn(NEEDS, name) ? (NEEDS[name] ?? []) : []))[0];
}

/** Returns the objects of a value or of a list of values. */
function nodesOf(value: unknown): Node[] {
  const list = Array.isArray(value) ? value.slice(0, MAX_NODES) : [value];
  return list.filter((one): one is Node => typeof one === "object" && one !== null && !Array.isArray(one));
}

function typesOf(node: Node): string[] {
  const types = [node["@type"]].flat().slice(0, 10);
  return types.flatMap((type) => (typeof type === "string" ? [type.replace(/^https?:\/\/schema\.org\//, "")] : []));
}

/** Whether the node only refers to an item that is described elsewhere. */
const isReference = (node: Node): boolean => "@id" in node && Object.keys(node).every((key) => key.startsWith("@"));

/** Whether the value has the property; one element of a list is enough. Texts and references count, because they are described elsewhere. */
function has(value: unknown, path: string): boolean {
  if (Array.isArray(value)) return value.slice(0, MAX_NODES).some((one) => has(one, path));
  if (path === "") return value !== null && value !== undefined && value !== "";
  if (path.startsWith("=")) {
    const [own = "", ...inner] = path.slice(1).split(".");
    const item = (value as Node)[own];
    return typeof item === "object" && has(item, inner.join("."));
  }
  if (typeof value !== "object" || value === null) return typeof value === "string" && value !== "";
  const [name = "", ...rest] = path.split(".");
  if (isReference(value as Node)) return true;
  return Object.hasOwn(value, name) && has((value as Node)[name], rest.join("."));
}
