// Describes a change in words: what happened to which element of the page. A sentence names nothing that did not change.
import { capital, plural } from "../../text.ts";
import type { Box } from "../pageMap.ts";
import { type Change, pushesContent } from "./change.ts";
import { isSingle, landmarkOf, type Noun, nounOf } from "./nouns.ts";
import { bothQuoted, fileName, quoted, quotedName } from "./quote.ts";
import { shortSelector } from "./shorten.ts";
import { isArrangement, styleLines, styleSentence } from "./styleWords.ts";

/** The fields a sentence is built from. For a group of results, only what all of them have in common. */
export type Told = Pick<
  Change,
  "kind" | "selector" | "tag" | "role" | "name" | "at" | "text" | "image" | "styles" | "box" | "boxBefore"
> & {
  /** null: several elements, but not the same number on each page. */
  count: number | null;
  pushed?: number;
};

/** Number of pages and of screenshots in which a change was seen. */
export type Seen = { pages?: number; results?: number };

/** Example: "Price of "Trail shoe" changed from "€ 89" to "€ 79", on 12 pages". Without a full stop. */
export function changeSentence(change: Told, { pages = 1, results = 1 }: Seen = {}): string {
  const where =
    pages > 1 ? `, on ${plural(pages, "page")}` : results > 1 ? `, in ${plural(results, "screenshot")}` : "";
  return `${SAYS[change.kind](change, elementOf(change))}${where}`;
}

/** Returns the element as it is written inside a sentence: "an icon in the header". */
export const elementWords = (change: Told): string => elementOf(change).of;

/** Returns the details shown in grey below the sentence, one per line, and a selector of at most three levels. */
export function changeDetail(change: Told): { lines: string[]; selector: string } {
  const { text, image, styles, pushed = 0, selector } = change;
  const lines = [
    ...(text && text.before !== text.after ? [`${orNone(text.before)} → ${orNone(text.after)}`] : []),
    ...(image && image.before !== image.after ? [`${image.before || "no image"} → ${image.after || "no image"}`] : []),
    ...styleLines(styles),
    ...(pushesContent(change) ? [`Content below moved ${px(pushed)} ${pushed > 0 ? "down" : "up"}`] : []),
  ];
  return { lines, selector: selector === "" ? "" : shortSelector(selector) };
}

const orNone = (text: string): string => (text === "" ? "no text" : quoted(text));

/** `subject`: the element as written at the start of a sentence; `of`: as written inside one. */
type Named = { subject: string; of: string; many: boolean; noun: Noun; place: (from?: "to" | "from") => string };

function elementOf(change: Told): Named {
  const noun = nounOf(change);
  const place = (preposition: "in" | "to" | "from" = "in") => placeOf(change, noun, preposition);
  const name = change.name.trim();
  const isNamed = name !== "" && !isSingle(noun);
  if (change.count !== 1) {
    const called = isNamed && noun.named && change.kind !== "text" ? `${quotedName(name)} ${noun.many}` : noun.many;
    const several = change.count === null ? called : `${change.count} ${called}`;
    return { subject: capital(several), of: `${several}${place()}`, many: true, noun, place };
  }
  if (isNamed) {
    // The name of a block comes from its content, so add "block" to avoid confusion with its heading.
    const asBlock = noun.one === "block" && OF_THE_WHOLE.has(change.kind);
    const named = noun.named || asBlock ? `${quotedName(name)} ${noun.one}` : quotedName(name);
    return { subject: named, of: noun.named || asBlock ? `the ${named}` : named, many: false, noun, place };
  }
  const article = isSingle(noun) ? "the" : /^[aeiou]/.test(noun.one) ? "an" : "a";
  return { subject: capital(noun.one), of: `${article} ${noun.one}${place()}`, many: false, noun, place };
}

/** Kinds of changes that affect a block itself and not all of its content. */
const OF_THE_WHOLE: ReadonlySet<Change["kind"]> = new Set(["style", "font", "resized", "image", "broken_image"]);

/** Returns " in the footer", " to the header", otherwise ' under "Prices"', or "" if the place adds nothing. */
function placeOf({ at, name }: Told, noun: Noun, preposition: "in" | "to" | "from"): string {
  const landmark = landmarkOf(at);
  if (landmark !== "" && landmark !== noun.one) return ` ${preposition} the ${landmark}`;
  const heading = at.heading.trim();
  return heading !== "" && heading !== name.trim() && landmark === "" ? ` under ${quotedName(heading)}` : "";
}

const SAYS: Record<Change["kind"], (change: Told, element: Named) => string> = {
  added: (_, { subject, place }) => `${subject} added${place("to")}`,
  removed: (_, { subject, place }) => `${subject} removed${place("from")}`,
  moved: (_, { subject, place }) => `${subject} moved${place()}`,
  replaced: (change, { subject, place }) => {
    const { text } = change;
    const words = text && text.before !== "" && text.after !== "" && text.before !== text.after && change.count === 1;
    if (words) return `${bothQuoted(text.before, text.after).join(" replaced by ")}${place()}`;
    return `${subject} replaced${place()}`;
  },
  text: textSentence,
  value: ({ text, name }, { subject, place, noun }) => {
    if (!text || text.before === text.after) return `${subject}${place()} shows something else`;
    // A button's name is the value it shows, so use the noun instead.
    const what = name === text.before || name === text.after ? capital(noun.one) : subject;
    return `${what}${place()} changed from ${text.before === "" ? "empty" : quoted(text.before)} to ${text.after === "" ? "empty" : quoted(text.after)}`;
  },
  image: imageSentence,
  broken_image: ({ image }, { subject, place, many }) => {
    const file = image ? fileName(image.after || image.before) : "";
    return `${subject}${place()} ${many ? "do" : "does"} not load${file ? ` (${file})` : ""}`;
  },
  style: (change, element) => {
    const { styles, box, boxBefore } = change;
    const { subject, of, many } = element;
    // A purely arranging style is described by its effect.
    if (box && boxBefore && isArrangement(styles) && isElsewhere(box, boxBefore))
      return resizedSentence(change, element);
    return styleSentence(styles, { subject, of, many }) ?? `${subject} ${many ? "look" : "looks"} different`;
  },
  font: (change, { subject, of, many }) =>
    styleSentence(change.styles, { subject, of, many }) ?? `Font of ${of} changed`,
  resized: resizedSentence,
  drawing: (_, { subject, place, many }) => `${subject}${place()} ${many ? "look" : "looks"} different`,
  unknown: (change, { noun, many, of }) => {
    const { box, boxBefore, name, tag, at } = change;
    if (many) return `Pixels differ in ${of}`;
    if (name.trim() !== "" && tag !== "" && noun.named) return `Pixels differ in ${of}`;
    if (name.trim() !== "") return `Pixels differ in ${quotedName(name)}`;
    const landmark = landmarkOf(at);
    if (landmark !== "") return `Pixels differ in the ${landmark}`;
    if (at.heading.trim() !== "") return `Pixels differ under ${quotedName(at.heading)}`;
    if (isSingle(noun) && tag !== "" && noun.one !== "page") return `Pixels differ in ${of}`;
    const place = box ?? boxBefore;
    return place ? `Pixels differ at x=${Math.round(place.x)}, y=${Math.round(place.y)}` : "Pixels differ";
  },
};

/** Kinds of texts that have their own noun. */
const TEXTS: readonly (readonly [word: string, many: string, pattern: RegExp])[] = [
  ["Year", "years", /^(?:19|20)\d\d$/],
  ["Price", "prices", /^\D{0,12}(?:[€$£¥₹]\s?\d|\d[\d.,\s']*\s?(?:[€£¥₹]|EUR\b|USD\b|GBP\b|CHF\b|kr\b))/],
  ["Date", "dates", /^\W*(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)\W*$/],
  ["Number", "numbers", /^[+−-]?\d[\d.,\s']*%?$/],
];

/** Elements whose noun is more specific than "text". */
const HOLDERS = new Set([
  "button",
  "caption",
  "cell",
  "column heading",
  "heading",
  "label",
  "link",
  "list item",
  "menu item",
  "option",
  "quote",
  "row heading",
  "tab",
]);

function textSentence({ text, count, name, at }: Told, { noun, place, of }: Named): string {
  const { before, after } = text ?? { before: "", after: "" };
  const kind =
    before !== "" && after !== "" ? TEXTS.find(([, , fits]) => fits.test(before) && fits.test(after)) : undefined;
  const change =
    before === after
      ? " changed"
      : before === ""
        ? ` added: ${quoted(after)}`
        : after === ""
          ? ` removed: ${quoted(before)}`
          : ` changed from ${bothQuoted(before, after).join(" to ")}`;
  const holder = HOLDERS.has(noun.one) ? noun : null;
  if (count !== 1) {
    const many = kind && kind[0] !== "Year" ? kind[1] : holder ? holder.many : "texts";
    const several = count === null ? many : `${count} ${many}`;
    return kind?.[0] === "Year" ? `Year in ${several}${place()}${change}` : `${capital(several)}${place()}${change}`;
  }
  // The element's name is often its text, one version of which is gone.
  const own = name.trim();
  const isText =
    own === "" || [before, after].some((side) => side !== "" && (side.startsWith(own) || own.startsWith(side)));
  const whose = !isText
    ? ` of ${noun.named ? of : quotedName(own)}`
    : at.heading.trim() !== "" && kind && landmarkOf(at) === ""
      ? ` of ${quotedName(at.heading)}`
      : place();
  const what = kind ? kind[0] : holder && isText ? capital(holder.one) : "Text";
  // Without either text, the sentence needs the name to identify the element.
  if (before === after && before === "" && isText && own !== "") return `Text of ${quotedName(own)} changed`;
  if (before === after && before !== "") return `Text that begins with ${quoted(before)} changed`;
  return `${what}${whose}${change}`;
}

function imageSentence({ image, tag, role }: Told, { subject, of, place, many }: Named): string {
  const { before, after } = image ?? { before: "", after: "" };
  const file = fileName(after);
  const isImage = tag === "img" || tag === "picture" || tag === "image" || role === "img" || role === "image";
  if (!isImage) {
    if (before !== "" && after === "") return `Background image of ${of} is gone`;
    if (before === "" && after !== "") return `Background image added to ${of}${file ? ` (${file})` : ""}`;
    return `Background image of ${of} replaced${file ? ` (${file})` : ""}`;
  }
  if (before !== "" && after === "")
    return `${subject}${place()} ${many ? "no longer show" : "no longer shows"} an image`;
  if (before === "" && after !== "")
    return `${subject}${place()} ${many ? "load" : "loads"} now${file ? ` (${file})` : ""}`;
  if (file && before !== after) return `${subject}${place()} replaced by another image (${file})`;
  return `${subject}${place()} ${many ? "show other images" : "shows another image"}`;
}

/** Smaller differences are rounding by the browser. */
const ROUNDING_PX = 0.5;
const px = (value: number): string => `${Number(Math.abs(value).toFixed(1))} px`;

function resizedSentence({ box, boxBefore, tag }: Told, { subject, place, many, noun }: Named): string {
  const is = many ? "are" : "is";
  const page = noun.one === "page" || tag === "body";
  if (page && (!box || !boxBefore)) return "Page has a new size";
  if (!box || !boxBefore) return `${subject}${place()} ${many ? "have" : "has"} a new size or position`;
  const [wider, taller] = [box.width - boxBefore.width, box.height - boxBefore.height];
  const parts = [
    ...(Math.abs(taller) >= ROUNDING_PX ? [`${px(taller)} ${taller > 0 ? "taller" : "shorter"}`] : []),
    ...(Math.abs(wider) >= ROUNDING_PX ? [`${px(wider)} ${wider > 0 ? "wider" : "narrower"}`] : []),
  ];
  if (parts.length > 0) return `${page ? "Page" : `${subject}${place()}`} ${is} ${parts.join(" and ")}`;
  return moveSentence(box, boxBefore, `${subject}${place()}`);
}

/** Whether it moved by itself, rather than being pushed down by content above. */
const isElsewhere = (box: Box, before: Box): boolean =>
  [box.width - before.width, box.height - before.height, box.x - before.x].some((by) => Math.abs(by) >= ROUNDING_PX);

/** Gives the distance only for sideways movement, because content above may have caused the vertical movement. */
function moveSentence(box: Box, before: Box, what: string): string {
  const right = box.x - before.x;
  return Math.abs(right) >= ROUNDING_PX
    ? `${what} moved ${px(right)} to the ${right > 0 ? "right" : "left"}`
    : `${what} moved`;
}
