// What people call an element: by its role, otherwise by its tag.
import type { Change } from "./change.ts";

/**
 * Singular and plural. `named`: whether the noun is written beside a name ("Sign in" button); a text or a block is referred to by its name
 * alone.
 */
export type Noun = { one: string; many: string; named: boolean };

const noun = (one: string, many = `${one}s`, named = true): Noun => ({ one, many, named });
const BLOCK = noun("block", "blocks", false);
const TEXT = noun("text", "texts", false);

/** ARIA roles as in page maps, plus "block", "icon" and "text", which readings assign. */
const BY_ROLE: Readonly<Record<string, Noun>> = {
  alert: noun("alert"),
  alertdialog: noun("dialog"),
  article: noun("article"),
  banner: noun("header"),
  block: BLOCK,
  blockquote: noun("quote"),
  button: noun("button"),
  cell: noun("cell"),
  checkbox: noun("checkbox", "checkboxes"),
  columnheader: noun("column heading"),
  combobox: noun("list box", "list boxes"),
  complementary: noun("sidebar"),
  contentinfo: noun("footer"),
  dialog: noun("dialog"),
  figure: noun("figure"),
  form: noun("form"),
  gridcell: noun("cell"),
  heading: noun("heading"),
  icon: noun("icon"),
  image: noun("image"),
  img: noun("image"),
  link: noun("link"),
  list: noun("list"),
  listbox: noun("list box", "list boxes"),
  listitem: noun("list item"),
  main: noun("main part", "main parts", false),
  menu: noun("menu"),
  menubar: noun("menu"),
  menuitem: noun("menu item"),
  navigation: noun("navigation", "navigations"),
  option: noun("option"),
  paragraph: TEXT,
  progressbar: noun("progress bar"),
  radio: noun("option"),
  region: noun("section"),
  row: noun("row"),
  rowheader: noun("row heading"),
  search: noun("search form"),
  searchbox: noun("search field"),
  separator: noun("line"),
  slider: noun("slider"),
  spinbutton: noun("field"),
  status: noun("message"),
  switch: noun("switch", "switches"),
  tab: noun("tab"),
  table: noun("table"),
  tabpanel: noun("tab panel"),
  text: TEXT,
  textbox: noun("field"),
  toolbar: noun("toolbar"),
};

const BY_TAG: Readonly<Record<string, Noun>> = {
  a: noun("link"),
  article: noun("article"),
  aside: noun("sidebar"),
  audio: noun("player"),
  blockquote: noun("quote"),
  body: noun("page", "pages", false),
  button: noun("button"),
  canvas: noun("drawing"),
  code: noun("code", "code parts"),
  dialog: noun("dialog"),
  figcaption: noun("caption"),
  figure: noun("figure"),
  footer: noun("footer"),
  form: noun("form"),
  h1: noun("heading"),
  h2: noun("heading"),
  h3: noun("heading"),
  h4: noun("heading"),
  h5: noun("heading"),
  h6: noun("heading"),
  header: noun("header"),
  hr: noun("line"),
  html: noun("page", "pages", false),
  iframe: noun("frame"),
  img: noun("image"),
  input: noun("field"),
  label: noun("label"),
  legend: noun("caption"),
  li: noun("list item"),
  main: noun("main part", "main parts", false),
  nav: noun("navigation", "navigations"),
  ol: noun("list"),
  p: TEXT,
  picture: noun("image"),
  pre: noun("code", "code parts"),
  section: noun("section"),
  select: noun("list box", "list boxes"),
  svg: noun("icon"),
  table: noun("table"),
  tbody: noun("table"),
  td: noun("cell"),
  textarea: noun("field"),
  th: noun("cell"),
  tr: noun("row"),
  ul: noun("list"),
  video: noun("video"),
};

/** Landmarks that name a place. A page's main part does not help to find anything. */
const LANDMARKS: Readonly<Record<string, string>> = {
  banner: "header",
  complementary: "sidebar",
  contentinfo: "footer",
  aside: "sidebar",
  nav: "navigation",
  main: "",
  region: "",
  section: "",
};

/** Inline elements; words with a box of their own, such as a card or a teaser, are blocks. */
const SPANS = new Set([
  "span",
  "b",
  "strong",
  "em",
  "i",
  "small",
  "time",
  "sup",
  "sub",
  "mark",
  "u",
  "dd",
  "dt",
  "cite",
]);

/** For several elements of different kinds. */
const ELEMENTS = noun("element");

export function nounOf({
  kind,
  role,
  tag,
  count,
}: Pick<Change, "kind" | "role" | "tag"> & { count: number | null }): Noun {
  if (tag === "" && role === "" && count !== 1) return ELEMENTS;
  return BY_ROLE[role] ?? BY_TAG[tag] ?? (SPANS.has(tag) || (kind === "text" && tag !== "") ? TEXT : BLOCK);
}

export const landmarkOf = ({ landmark }: Change["at"]): string => LANDMARKS[landmark] ?? landmark;

/** Most pages have only one of each: "the header", not "a header". */
const SINGLE = new Set(["header", "footer", "navigation", "sidebar", "page", "main part", "toolbar"]);
export const isSingle = ({ one }: Noun): boolean => SINGLE.has(one);
