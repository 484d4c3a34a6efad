// Validates a page map sent by a test runner: only known fields are taken over, within the recorder's own size limits. Pure.
import { fieldsOf } from "../fields.ts";
import { type Box, type MapElement, PAGE_MAP_LIMIT, type PageMap } from "./pageMap.ts";

/** Maximum number of characters of texts, entries of lists, and CSS pixels. */
const MAX = { text: 600, entries: 60, boxes: 10_000, rules: 1_000, pixels: 1_000_000 } as const;

/** Returns the head of a map and its elements as sent, or a sentence if this is not a map. */
export function readMapHead(value: unknown): { map: PageMap; elements: readonly unknown[] } | string {
  const sent = fieldsOf(value);
  if (sent.v !== 2 || !Array.isArray(sent.elements)) return "The page map is not one of version 2.";
  if (sent.elements.length > PAGE_MAP_LIMIT) return `The page map holds more than ${PAGE_MAP_LIMIT} elements.`;
  const rules = Object.entries(fieldsOf(sent.ruleBoxes)).slice(0, MAX.rules);
  const map: PageMap = {
    v: 2,
    width: pixels(sent.width),
    height: pixels(sent.height),
    title: text(sent.title),
    elements: [],
    cut: sent.cut === true,
    ruleBoxes: Object.fromEntries(
      rules.map(([id, boxes]) => [text(id), Array.isArray(boxes) ? boxes.slice(0, MAX.boxes).map(boxOf) : []]),
    ),
    defaults: texts(sent.defaults),
  };
  return { map, elements: sent.elements };
}

/** Returns one element. `index`: its own index; its parent's index must be lower. */
export function readMapElement(value: unknown, index: number): MapElement {
  const sent = fieldsOf(value);
  const { parent, classes, value: shown, broken, inside } = sent;
  const element: MapElement = {
    parent: Number.isInteger(parent) && (parent as number) >= 0 && (parent as number) < index ? (parent as number) : -1,
    tag: text(sent.tag),
    id: text(sent.id),
    classes: Array.isArray(classes) ? classes.slice(0, MAX.entries).map(text) : [],
    attrs: texts(sent.attrs),
    selector: text(sent.selector),
    role: text(sent.role),
    textHash: text(sent.textHash),
    text: text(sent.text),
    box: boxOf(sent.box),
    styles: texts(sent.styles),
    image: text(sent.image),
  };
  if (typeof shown === "string") element.value = text(shown);
  if (typeof broken === "boolean") element.broken = broken;
  if (inside === "shadow" || inside === "frame") element.inside = inside;
  return element;
}

const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, MAX.text) : "");

const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(value))
      .slice(0, MAX.entries)
      .map(([name, one]) => [text(name), text(one)]),
  );

const pixels = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.max(-MAX.pixels, Math.min(MAX.pixels, value)) : 0;

function boxOf(value: unknown): Box {
  const sent = fieldsOf(value);
  return { x: pixels(sent.x), y: pixels(sent.y), width: pixels(sent.width), height: pixels(sent.height) };
}
