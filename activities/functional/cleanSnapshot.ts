// Reduces a trace's snapshots to elements and attributes. A tested page can tamper with the recorder, which runs in its
// window, and the viewer writes names into HTML unescaped: a name such as `x"><iframe src=…` would become markup on our origin.

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const NAME = /^[A-Za-z_][\w.:-]{0,199}$/;
const FRAMES = new Set(["IFRAME", "FRAME"]);
/** Attributes by which the viewer opens a frame: the recorder fills in the frame's own snapshot, and no other value is allowed. */
const FRAME_SOURCES = new Set(["src", "__playwright_src__"]);
const SNAPSHOT = /^(\/snapshot\/[\w@-]{1,100})?$/;
/** Far deeper than browsers nest parsed HTML. */
const MAX_DEPTH = 2_000;

/**
 * Returns a snapshot's tree (`[name, attributes, ...children]`, texts, and references `[[snapshots back, index]]`) with only well-formed
 * names. No node is dropped, because later snapshots refer to nodes by number.
 */
export function cleanSnapshot(node: Json, depth = 0): Json {
  if (!Array.isArray(node)) return typeof node === "string" ? node : "";
  const [head, second, ...rest] = node;
  if (Array.isArray(head)) return [head.slice(0, 2).map((index) => (Number.isSafeInteger(index) ? index : 0))];
  if (typeof head !== "string" || depth > MAX_DEPTH) return "";
  const name = NAME.test(head) ? head : "SPAN";
  const attributes = isObject(second) ? cleanAttributes(name, second) : {};
  return [name, attributes, ...rest.map((child) => cleanSnapshot(child, depth + 1))];
}

function cleanAttributes(element: string, attributes: { [key: string]: Json }): { [key: string]: Json } {
  const frame = FRAMES.has(element.toUpperCase());
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => {
      if (typeof value !== "string" || !NAME.test(name) || /^on/i.test(name)) return false;
      return !frame || !FRAME_SOURCES.has(name.toLowerCase()) || SNAPSHOT.test(value);
    }),
  );
}

const isObject = (value: unknown): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
