// Reads JSON-LD blocks of a page and says which properties their items lack. Bounded in items and depth.
import type { SeoDocument } from "./gathered.ts";
import { NEEDS, type TypeNeeds } from "./structuredDataTypes.ts";

export type Block =
  | { state: "parsed"; value: unknown }
  | { state: "invalid"; error: string }
  | { state: "empty" }
  /** It was cut when it was gathered. */
  | { state: "too_long" };

/** `path` is where the item is in the block, such as `offers[1]`; "" for the block itself. */
export type Problem = { type: string; path: string; missing: string; required: boolean };

type Node = Record<string, unknown>;

const MOST_NODES = 200;
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
  const judge = (node: Node, path: string, assumed: string, depth: number): void => {
    const type =
      typesOf(node).find((name) => Object.hasOwn(NEEDS, name)) ?? (typesOf(node).length === 0 ? assumed : "");
    const needs: TypeNeeds | undefined = Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined;
    if (!needs || isReference(node) || judged >= MOST_NODES) return;
    judged += 1;
    const lacks = (wanted: string): boolean => !wanted.split("|").some((name) => has(node, name));
    const say = (wanted: string): string => wanted.replaceAll("|", " or ");
    for (const wanted of needs.required.filter(lacks))
      problems.push({ type, path, missing: say(wanted), required: true });
    const advised = (needs.advised ?? []).filter(lacks);
    if (advised.length > 0) problems.push({ type, path, missing: advised.map(say).join(", "), required: false });
    if (depth >= DEEPEST) return;
    for (const [property, partType] of Object.entries(needs.parts ?? {}))
      nodesOf(node[property]).forEach((part, index, all) => {
        const step = all.length > 1 ? `${property}[${index}]` : property;
        judge(part, path === "" ? step : `${path}.${step}`, partType, depth + 1);
      });
  };
  for (const block of parseBlocks(blocks)) {
    if (block.state !== "parsed") continue;
    for (const top of nodesOf(block.value))
      for (const node of "@graph" in top ? nodesOf(top["@graph"]) : [top]) judge(node, "", "", 0);
  }
  return { judged, problems };
}

/** Objects of a value or of a list of values. */
function nodesOf(value: unknown): Node[] {
  const list = Array.isArray(value) ? value.slice(0, MOST_NODES) : [value];
  return list.filter((one): one is Node => typeof one === "object" && one !== null && !Array.isArray(one));
}

function typesOf(node: Node): string[] {
  const types = [node["@type"]].flat().slice(0, 10);
  return types.flatMap((type) => (typeof type === "string" ? [type.replace(/^https?:\/\/schema\.org\//, "")] : []));
}

/** It only points to an item that is described elsewhere. */
const isReference = (node: Node): boolean => "@id" in node && Object.keys(node).every((key) => key.startsWith("@"));

function has(node: Node, path: string): boolean {
  let value: unknown = node;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Node)[name];
  }
  return value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}
