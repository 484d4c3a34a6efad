// Cases of the content rules, for the table of all our own rules. What pages contain is tested with a browser.
import type { Content } from "../../../../domain/pillars/a11y/content.ts";
import type { A11yData } from "../../../../domain/pillars/a11y/gathered.ts";
import { content } from "./data.ts";

const at = { target: "#x", html: '<p id="x">' };
const EN = "We make honest things for the home, and we know the names of the people who make them.";
const DE = "Wir machen ehrliche Dinge für das Haus und kennen die Namen der Menschen, von denen sie sind.";
const english = { language: "en", score: 0.9, second: 0.5 };
const german = { language: "de", score: 0.9, second: 0.5 };
const page = (declared: string): Pick<Content, "page"> => ({ page: [{ declared, text: EN, detected: english }] });
const none: Content["counts"] = { links: 0, pictures: 0, fields: 0, groups: 0, tables: 0, media: 0 };
const picture = { ...at, name: "A vase", file: "vase.jpg", title: "", decorative: false, repeated: false };
const table = { ...at, rows: 4, columns: 2, announced: false, boldRow: false, figures: 0, layout: false };
const sound = { ...at, kind: "audio" as const, seconds: 9, audible: true, control: "none" as const };
const recording = { ...at, live: false, captions: false, transcript: false, letters: 12 };
const link = { ...at, name: "Read more", context: "none" as const };

type Row = [what: string, change: Partial<Content>, outcomes: string[]];

const ROWS: Record<string, Row[]> = {
  "page-language": [
    ["another", page("de"), ["failed"]],
    ["its own", page("en-GB"), ["passed"]],
    ["none named", page(""), ["inapplicable"]],
    ["too short", { page: [{ declared: "de", text: "Paris", detected: english }] }, ["inapplicable"]],
  ],
  "part-language": [
    [
      "a wrong part",
      { ...page("en"), parts: [{ ...at, declared: "fr", text: DE, detected: german, direction: "ltr" }] },
      ["failed"],
    ],
    [
      "a right part",
      { ...page("en"), parts: [{ ...at, declared: "de", text: DE, detected: german, direction: "ltr" }] },
      ["passed"],
    ],
    [
      "an unmarked passage",
      { ...page("en"), passages: [{ ...at, declared: "en", text: DE, detected: german }] },
      ["review"],
    ],
    [
      "a passage of a wrong page",
      { ...page("de"), passages: [{ ...at, declared: "de", text: EN, detected: english }] },
      ["inapplicable"],
    ],
    ["no parts", page("en"), ["inapplicable"]],
  ],
  "text-direction": [
    [
      "Arabic from the left",
      { parts: [{ ...at, declared: "ar", text: "الإعفاء الإلكتروني", detected: null, direction: "ltr" }] },
      ["warning"],
    ],
    ["a page from the right", { ...page("en"), direction: "rtl" }, ["warning"]],
    ["as written", page("en"), ["passed"]],
  ],
  "link-purpose": [
    ["alone", { links: [link] }, ["review"]],
    ["with a heading", { links: [{ ...link, context: "heading" }] }, ["warning"]],
    ["in a sentence", { links: [{ ...link, context: "words" }] }, ["passed"]],
    ["a action in a sentence", { links: [{ ...link, name: "Click here", context: "words" }] }, ["warning"]],
    ["a dot", { links: [{ ...link, name: "." }] }, ["failed"]],
    ["no links", { counts: none }, ["inapplicable"]],
  ],
  "link-nowhere": [
    ["a hash", { emptyLinks: [{ ...at, name: "Menu", href: "#" }] }, ["warning"]],
    ["to the top", { emptyLinks: [{ ...at, name: "Nach oben", href: "#" }] }, ["passed"]],
    ["no links", { counts: none }, ["inapplicable"]],
  ],
  "image-name": [
    ["a file", { pictures: [{ ...picture, name: "vase.jpg" }] }, ["failed"]],
    ["a file that is shown", { pictures: [{ ...picture, name: "vase.jpg", repeated: true }] }, ["passed"]],
    ["a word for any", { pictures: [{ ...picture, name: "Foto" }] }, ["failed"]],
    ["decoration", { pictures: [{ ...picture, name: "vase.jpg", decorative: true }] }, ["passed"]],
    ["no pictures", { counts: none }, ["inapplicable"]],
  ],
  "image-decorative": [
    ["hidden with a text", { pictures: [{ ...picture, decorative: true }] }, ["review"]],
    ["with a title", { pictures: [{ ...picture, name: "", title: "A vase", decorative: true }] }, ["review"]],
    ["the text beside it", { pictures: [{ ...picture, decorative: true, repeated: true }] }, ["passed"]],
    ["no pictures", { counts: none }, ["inapplicable"]],
  ],
  "placeholder-label": [
    ["among others", { placeholders: [{ ...at, placeholder: "Name", alone: false }] }, ["failed"]],
    ["a search", { placeholders: [{ ...at, placeholder: "Search", alone: true }] }, ["warning"]],
    ["labels", {}, ["passed"]],
    ["no fields", { counts: none }, ["inapplicable"]],
  ],
  "group-label": [
    ["a group without a name", { nameless: [{ ...at, choices: 3, controls: 3 }] }, ["failed"]],
    ["a fieldset of text", { nameless: [{ ...at, choices: 0, controls: 0 }] }, ["warning"]],
    ["no group", { choices: [{ ...at, kind: "radio", choices: ["Yes", "No"], group: null }] }, ["review"]],
    ["a name", { choices: [{ ...at, kind: "radio", choices: ["Yes", "No"], group: "Delivery" }] }, ["passed"]],
    ["none", { counts: none }, ["inapplicable"]],
  ],
  "label-duplicate": [
    ["two", { sameLabels: [{ ...at, label: "name", fields: 2 }] }, ["warning"]],
    ["of their own", {}, ["passed"]],
    ["no fields", { counts: none }, ["inapplicable"]],
  ],
  "table-headers": [
    ["with a caption", { tables: [{ ...table, announced: true }] }, ["failed"]],
    ["a bold row", { tables: [{ ...table, boldRow: true }] }, ["failed"]],
    ["figures", { tables: [{ ...table, figures: 0.5 }] }, ["review"]],
    ["layout", { tables: [{ ...table, announced: true, layout: true }] }, ["passed"]],
    ["words", { tables: [table] }, ["passed"]],
    ["no tables", { counts: none }, ["inapplicable"]],
  ],
  "audio-alternative": [
    ["nothing but a title", { recordings: [recording] }, ["failed"]],
    ["text around it", { recordings: [{ ...recording, letters: 300 }] }, ["review"]],
    ["a transcript", { recordings: [{ ...recording, transcript: true }] }, ["passed"]],
    ["captions", { recordings: [{ ...recording, captions: true }] }, ["passed"]],
    ["sound of unknown length", { recordings: [{ ...recording, live: null }] }, ["review"]],
    ["live sound", { recordings: [{ ...recording, live: true }] }, ["inapplicable"]],
    ["no recording", {}, ["inapplicable"]],
  ],
  "audio-control": [
    ["long", { media: [sound] }, ["failed"]],
    ["without an end", { media: [{ ...sound, seconds: -1 }] }, ["failed"]],
    ["of unknown length", { media: [{ ...sound, seconds: null }] }, ["review"]],
    ["short", { media: [{ ...sound, seconds: 3 }] }, ["passed"]],
    ["with a button of the page", { media: [{ ...sound, control: "page" }] }, ["passed"]],
    ["a film without sound", { media: [{ ...sound, kind: "video", audible: false }] }, ["passed"]],
    ["none", { counts: none }, ["inapplicable"]],
  ],
  "obsolete-element": [
    ["a font", { obsolete: [{ ...at, name: "font", count: 2 }] }, ["warning"]],
    ["none", {}, ["passed"]],
  ],
  "orientation-lock": [
    ["a quarter", { turned: [{ ...at, landscape: 0, portrait: 90 }] }, ["failed"]],
    ["a quarter the other way", { turned: [{ ...at, landscape: 2, portrait: -88 }] }, ["failed"]],
    ["not at all", { turned: [{ ...at, landscape: 90, portrait: 90 }] }, ["passed"]],
    ["upside down", { turned: [{ ...at, landscape: 0, portrait: 180 }] }, ["passed"]],
    ["none", {}, ["inapplicable"]],
  ],
};

/** Level AAA, which the project requests. */
export const STRICT_CASES: [rule: string, what: string, gathered: Partial<A11yData>, outcomes: string[]][] = [
  [
    "link-purpose-alone",
    "a link that its sentence explains",
    { level: "AAA", content: content({ links: [{ ...link, context: "words" }] }) },
    ["failed"],
  ],
  [
    "link-purpose-alone",
    "one that nothing explains, which link-purpose tells of",
    { level: "AAA", content: content({ links: [{ ...link, context: "none" }] }) },
    ["passed"],
  ],
  [
    "link-purpose-alone",
    "a project of level AA",
    { content: content({ links: [{ ...link, context: "words" }] }) },
    ["inapplicable"],
  ],
];

export const CONTENT_CASES: [rule: string, what: string, gathered: Partial<A11yData>, outcomes: string[]][] =
  Object.entries(ROWS).flatMap(([rule, rows]) => [
    ...rows.map(([what, change, outcomes]): [string, string, Partial<A11yData>, string[]] => [
      rule,
      what,
      { content: content(change) },
      outcomes,
    ]),
    [rule, "not read", { content: { state: "not_measured", reason: "It went away." } }, ["inapplicable"]],
    [rule, "gathered before there was content", {}, ["inapplicable"]],
  ]);
