// Similarity of two elements, from 0 to 1. Pure.
import type { Fingerprint } from "../target.ts";
import { type Property, WEIGHTS } from "./weights.ts";

/** Distance in px from which two positions have nothing in common. */
const FAR = 600;

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Dice coefficient of two lists: twice the number of shared members, divided by all members. */
function dice(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 && other.length === 0) return 0;
  const rest = [...other];
  let shared = 0;
  for (const member of one) {
    const at = rest.indexOf(member);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (one.length + other.length);
}

const pairs = (text: string): string[] => {
  const plain = words(text).join(" ");
  return Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2));
};

/** Equal texts are 1, otherwise the better of shared words and shared letter pairs, so that "Send it" is similar to "Send the request". */
function textSimilarity(one: string, other: string): number {
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return 1;
  return 0.9 * Math.max(dice(words(one), words(other)), dice(pairs(one), pairs(other)));
}

const equal = (one: string, other: string): number => (one === other ? 1 : 0);

/** The end of a path counts more than its beginning, because wrapping a page keeps the direct surroundings of its elements. */
function pathSimilarity(one: string, other: string): number {
  const [a, b] = [one.split(">").reverse(), other.split(">").reverse()];
  const length = Math.max(a.length, b.length);
  let score = 0;
  let most = 0;
  for (let at = 0; at < length; at += 1) {
    const weight = 1 / (at + 1);
    most += weight;
    if (a[at] !== undefined && a[at] === b[at]) score += weight;
  }
  return score / most;
}

function boxSimilarity(one: Fingerprint["box"], other: Fingerprint["box"]): number {
  const distance = Math.hypot(one.x - other.x, one.y - other.y);
  const place = Math.max(0, 1 - distance / FAR);
  const [small, large] = [one.width * one.height, other.width * other.height].sort((a, b) => a - b);
  const size = large === 0 ? 1 : (small ?? 0) / (large ?? 1);
  return (place + size) / 2;
}

/** Attributes that have their own property. */
const OWN_PROPERTIES = new Set(["id", "class", "type", "alt", "href", "aria-label", "role"]);

const pairsOf = (attributes: Fingerprint["attributes"]): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => (OWN_PROPERTIES.has(name) ? [] : [`${name}=${value}`]));

const COMPARE: { [P in Property]: (one: Fingerprint, other: Fingerprint) => number } = {
  name: (one, other) => textSimilarity(one.name, other.name),
  text: (one, other) => textSimilarity(one.text, other.text),
  role: (one, other) => equal(one.role, other.role),
  id: (one, other) => textSimilarity(one.id, other.id),
  neighbours: (one, other) => dice(one.neighbours, other.neighbours),
  tag: (one, other) => equal(one.tag, other.tag),
  type: (one, other) => equal(one.type, other.type),
  alt: (one, other) => textSimilarity(one.alt, other.alt),
  ariaLabel: (one, other) => textSimilarity(one.ariaLabel, other.ariaLabel),
  href: (one, other) => textSimilarity(one.href, other.href),
  attributes: (one, other) => dice(pairsOf(one.attributes), pairsOf(other.attributes)),
  classes: (one, other) => dice(one.classes, other.classes),
  path: (one, other) => pathSimilarity(one.path, other.path),
  box: (one, other) => boxSimilarity(one.box, other.box),
};

const PROPERTIES = Object.keys(WEIGHTS) as Property[];

/** Whether the element has the property, so that it can be compared. */
function has(print: Fingerprint, property: Property): boolean {
  if (property === "box" || property === "path" || property === "tag") return true;
  if (property === "attributes") return pairsOf(print.attributes).length > 0;
  return print[property].length > 0;
}

/** Returns the similarity (0 to 1) over the properties of the target, and the properties that agree, those with the highest weight first. */
export function similarity(target: Fingerprint, candidate: Fingerprint): { score: number; agreed: Property[] } {
  let score = 0;
  let most = 0;
  const agreed: Property[] = [];
  for (const property of PROPERTIES) {
    if (!has(target, property)) continue;
    const alike = COMPARE[property](target, candidate);
    most += WEIGHTS[property];
    score += WEIGHTS[property] * alike;
    if (alike > 0.8) agreed.push(property);
  }
  return { score: most === 0 ? 0 : score / most, agreed: agreed.sort((a, b) => WEIGHTS[b] - WEIGHTS[a]) };
}

/** Returns the similarity (0 to 1) by what is noted of every element of a page. */
export function likeness(
  one: Pick<Fingerprint, "role" | "name" | "href" | "type">,
  other: Pick<Fingerprint, "role" | "name" | "href" | "type">,
): number {
  const same = equal(one.role, other.role) + equal(one.type, other.type);
  return (2 * textSimilarity(one.name, other.name) + 1.5 * equal(one.href, other.href) + 0.5 * same) / 4.5;
}
