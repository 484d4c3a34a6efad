// Judges what was said about a pair against the known changes: by element, kind and texts, not by wording.
import { allOf, ancestorsOf, elementsOf, locate, type Node, nameOf, ownText } from "./tree.ts";
import { type Change, type ChangeKind, causesOf, type PageOfPair, type Pair } from "./truth.ts";

/** One sentence shown to a person, with its data. */
export type Told = {
  face: "explanation" | "report" | "review";
  path: string;
  /** Kind of the cause, if the face reports one. */
  kind: string | null;
  selector: string | null;
  sentence: string;
};

/**
 * right: the changed element, what happened to it, and its text or style. part: part of the change, or vague.
 * neutral: about the page as a whole, or about something that really moves by itself. nameless: names nothing. false: says something
 * wrong.
 */
export type Truth = "right" | "part" | "neutral" | "nameless" | "false";
export type Judged = { told: Told; truth: Truth; why: string; changes: Change[] };

/** Kinds that concern the whole result, without an element. */
const WHOLE = new Set(["page_size", "threshold", "renderer", "no_baseline", "still_loading"]);
const MOVES = new Set(["animation", "dynamic"]);
const MOVES_WORDS = /captures? of|frames of one|kept differing|by itself|restless|animation|movement|differed/i;

type Said = "added" | "removed" | "moved" | "text" | "style" | "image" | "size";
const WORDS: readonly (readonly [Said, RegExp])[] = [
  ["added", /\badded\b/i],
  ["removed", /\b(removed|is gone|no longer)\b/i],
  ["moved", /\b(moved|re-?order\w*|order|places)\b/i],
  ["text", /\b(text|wording)\b(?![- ]*(colou?r|decoration|size|align|shadow|transform))/i],
  [
    "style",
    /\b(styles?|colou?rs?|backgrounds?|borders?|padding|margins?|spacing|fonts?|underline\w*|decoration|opacity)\b/i,
  ],
  ["image", /\b(image|picture)\b/i],
  ["size", /\b(taller|shorter|wider|narrower|grew|shrank|size)\b/i],
];
const SAID_BY_KIND: Record<string, Said> = {
  added: "added",
  removed: "removed",
  moved: "moved",
  content: "text",
  text: "text",
  style: "style",
  font: "style",
  late_image: "image",
  broken_image: "image",
  image: "image",
  recoloured: "style",
  resized: "size",
};

/** What may be said about a change: `right` makes the sentence correct, `also` is not wrong in addition. */
const FITS: Record<Exclude<ChangeKind, "noise">, { right: Said[]; also: Said[] }> = {
  in: { right: ["added"], also: [] },
  out: { right: ["removed"], also: [] },
  moved: { right: ["moved"], also: [] },
  order: { right: ["moved"], also: [] },
  text: { right: ["text"], also: ["size"] },
  style: { right: ["style"], also: ["size", "moved", "image"] },
  hidden: { right: ["removed", "style"], also: [] },
  image: { right: ["image"], also: [] },
  font: { right: ["style"], also: ["text", "size"] },
  shift: { right: ["size", "style"], also: [] },
  glyph: { right: ["text", "style", "image", "moved"], also: ["size"] },
};

/** Removes quoted page text, and consequences after a semicolon. */
const plain = (sentence: string): string => sentence.replace(/["“][^"”]*["”]/g, "X").replace(/;.*$/s, "");

function saidOf({ kind, sentence }: Told): Set<Said> {
  const words = plain(sentence);
  const said = new Set(WORDS.filter(([, pattern]) => pattern.test(words)).map(([name]) => name));
  // A background image that was added or removed is a style change of an element that stays.
  if (/\bbackground image\b/i.test(words)) for (const one of ["added", "removed"] as const) said.delete(one);
  if (/\bchanged from X to X\b/.test(words)) said.add("text");
  const byKind = kind === null ? undefined : SAID_BY_KIND[kind];
  // "content" covers texts and images.
  if (byKind && !(byKind === "text" && said.has("image"))) said.add(byKind);
  if (said.has("image") && kind === "content") said.delete("text");
  return said;
}

const moves = ({ kind, sentence }: Told): boolean =>
  (kind !== null && MOVES.has(kind)) || MOVES_WORDS.test(plain(sentence));

type Relation = "own" | "inside" | "around" | "none";

/** Returns the relation of an element to the change, in the tree where it was found. */
function relationOf(node: Node, { on }: Change, path: string): Relation {
  const keys = new Set(on[path]);
  if (keys.has(node.key)) return "own";
  if (ancestorsOf(node).some(({ key }) => keys.has(key))) return "inside";
  // For a person, a wrapper with nothing else in it is the element.
  let inner: Node | undefined = node;
  while (inner && elementsOf(inner).length === 1 && ownText(inner) === "") {
    inner = elementsOf(inner)[0];
    if (inner && keys.has(inner.key)) return "own";
  }
  return allOf(node).some(({ key }) => keys.has(key)) ? "around" : "none";
}

const NEAREST: readonly Relation[] = ["own", "inside", "around", "none"];

/** Checks both sides, because an element that was moved out of another one is in it on only one side. */
function relationTo(page: PageOfPair, node: Node, change: Change): Relation {
  const twins = [page.before, page.after].flatMap((side) => allOf(side).filter(({ key }) => key === node.key));
  const found = twins.map((twin) => relationOf(twin, change, page.path));
  return NEAREST.find((one) => found.includes(one)) ?? "none";
}

/** Checks both sides, because a removed element exists on only one, and on the other its selector may match something else. */
function foundOf(page: PageOfPair, told: Told): Node[] {
  if (!told.selector) return [];
  const sides = saidOf(told).has("removed") ? [page.before, page.after] : [page.after, page.before];
  return sides.map((side) => locate(side, told.selector as string)).filter((node) => node !== null);
}

const holds = (sentence: string, text: string | undefined): boolean =>
  text !== undefined && text.length > 0 && sentence.includes(text.slice(0, 24));

export function judge(pair: Pick<Pair, "pages" | "changes">, told: Told): Judged {
  const as = (truth: Truth, why: string, changes: Change[] = []): Judged => ({ told, truth, why, changes });
  const page = pair.pages.find(({ path }) => path === told.path);
  if (!page) return as("false", "of a page that did not change");
  const noise = pair.changes.filter(({ kind }) => kind === "noise");
  if (told.kind !== null && WHOLE.has(told.kind)) return as("neutral", "of the page as a whole");
  const [node] = foundOf(page, told);
  if (!node) return byName(pair, page, told, as);
  const near = (changes: readonly Change[], ...wanted: Relation[]) =>
    changes.filter((change) => wanted.includes(relationTo(page, node, change)));
  const quiet = near(noise, "own", "inside");
  if (moves(told))
    return quiet.length > 0 || near(noise, "around").length > 0
      ? as("neutral", "it moves by itself")
      : as("false", "told as movement, and nothing moves there");
  if (quiet.length > 0) return as("false", "what moves by itself is told as a change");
  const causes = causesOf(pair);
  const own = near(causes, "own");
  const inside = near(causes, "inside");
  const said = saidOf(told);
  if (own.length > 0 || inside.length > 0) {
    const contradicted = contradictionOf(said, [...own, ...inside]);
    if (contradicted) return as("false", `"${contradicted}" is not what happened to it`, [...own, ...inside]);
    const right = own.filter((change) => isRight(change, said, told.sentence));
    return right.length > 0
      ? as("right", "", right)
      : as("part", own.length > 0 ? "what of it changed is not told" : "a part of it", [...own, ...inside]);
  }
  const around = near(causes, "around");
  const byText = around.filter((change) => change.kind === "text" && textIsTold(change, told.sentence));
  if (byText.length > 0) return as("right", "", byText);
  if (around.length > 0 && !["moved", "size", "style"].some((one) => said.has(one as Said)) && isVague(said, told))
    return as("part", "only what is around it", around);
  const name = nameOf(node).slice(0, 40);
  return as("false", said.has("moved") || said.has("size") ? `a consequence: "${name}"` : `"${name}" did not change`);
}

/** "Block added to X" says nothing about X itself. */
const isVague = (said: ReadonlySet<Said>, { sentence }: Told): boolean =>
  (!said.has("added") && !said.has("removed")) || /\b(in|to|from)\b/i.test(plain(sentence));

function contradictionOf(said: ReadonlySet<Said>, changes: readonly Change[]): Said | null {
  const allowed = new Set(
    changes.flatMap(({ kind }) => (kind === "noise" ? [] : [...FITS[kind].right, ...FITS[kind].also])),
  );
  return [...said].find((one) => !allowed.has(one)) ?? null;
}

const SIZES = new Set(["width", "height"]);

function isRight(change: Change, said: ReadonlySet<Said>, sentence: string): boolean {
  if (change.kind === "noise") return false;
  // An element whose width and height changed may be described by its size.
  if (change.properties?.every((property) => SIZES.has(property)) && said.has("size")) return true;
  if (!FITS[change.kind].right.some((one) => said.has(one))) return false;
  if (change.kind === "text") return textIsTold(change, sentence);
  if (change.kind === "style" || change.kind === "font") return styleIsTold(change, sentence);
  return true;
}

const textIsTold = ({ before, after }: Change, sentence: string): boolean =>
  holds(sentence, after) || holds(sentence, before);

/** Other names for CSS properties. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/colour/g, "color"],
  [/underline/g, "text-decoration"],
  [/text (size|weight|style)/g, "font-$1"],
  [/(rounding of|rounded) corners/g, "border-radius"],
];

/** Compares by the first word of the property, so that "color" also matches "colors". */
function styleIsTold({ properties = [] }: Change, sentence: string): boolean {
  const words = SYNONYMS.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), sentence.toLowerCase());
  return properties.some((property) => {
    const [first = ""] = property.split("-");
    return words.includes(property) || words.includes(property.replaceAll("-", " ")) || words.includes(first);
  });
}

/** Without a selector, the names decide: those of a change, or of something that did not change. */
function byName(
  pair: Pick<Pair, "pages" | "changes">,
  page: PageOfPair,
  told: Told,
  as: (truth: Truth, why: string, changes?: Change[]) => Judged,
): Judged {
  const here = pair.changes.filter(({ on }) => on[told.path] !== undefined);
  const isNoise = ({ kind }: Change) => kind === "noise";
  const named = here.filter(({ names }) => names.some((name) => name.length > 2 && holds(told.sentence, name)));
  const noise = here.filter(isNoise);
  if (moves(told))
    return noise.length > 0 ? as("neutral", "it moves by itself") : as("false", "told as movement, and nothing moves");
  const causes = named.filter((change) => !isNoise(change));
  const said = saidOf(told);
  if (causes.length > 0) {
    const contradicted = contradictionOf(said, causes);
    if (contradicted) return as("false", `"${contradicted}" is not what happened to it`, causes);
    const right = causes.filter((change) => isRight(change, said, told.sentence));
    return right.length > 0 ? as("right", "", right) : as("part", "what of it changed is not told", causes);
  }
  if (named.length > 0) return as("false", "what moves by itself is told as a change");
  // A style change of many elements has no name; the changed property names it.
  const styled = here.filter((change) => change.kind === "font" && styleIsTold(change, told.sentence));
  if (styled.length > 0) return as("right", "", styled);
  const other = strangerIn(page, here, told.sentence);
  return other ? as("false", `"${other}" did not change`) : as("nameless", "it names nothing");
}

const MIN_NAME = 8;

/** Returns the text of an element in the sentence that neither belongs to a change nor is a change's heading. */
function strangerIn(page: PageOfPair, changes: readonly Change[], sentence: string): string | null {
  const places = new Set(changes.flatMap(({ heading }) => heading));
  for (const node of allOf(page.after)) {
    const text = ownText(node).slice(0, 24);
    if (text.length < MIN_NAME || places.has(ownText(node)) || !sentence.includes(text)) continue;
    if (changes.every((change) => relationTo(page, node, change) === "none")) return text;
  }
  return null;
}
