// Reads the conditions of a ticket as a list. The text is untrusted: it is only compared and shown, never obeyed.
import { KEYS, type Ticket } from "../ticket.ts";
import { readAttributes } from "./attributes.ts";
import { readClauses, readExceptions, readOrder, readProperNames, readSetups } from "./clauses.ts";
import { type Condition, Reading } from "./condition.ts";
import { readPages } from "./pages.ts";
import { readSettings } from "./settings.ts";

/**
 * Reads the whole text, which `englishTicket` has already limited. The English translation can be longer, so it must not be truncated
 * again. `events`: names of the plan's events, to distinguish them from attributes.
 */
export function readConditions(
  { title, description }: Pick<Ticket, "title" | "description">,
  events: readonly string[],
): Condition[] {
  const names = new Set(events.filter((name) => /^[\w .:-]{2,100}$/.test(name)).map((name) => name.toLowerCase()));
  const body = description.replace(/\r/g, "");
  const reading = new Reading(proseOf(`${headOf(title)}\n${body}`));
  readOrder(reading, [...names]);
  readSetups(reading);
  readAttributes(reading, names);
  // Quoted texts are controls and values; they name no browser and no page.
  reading.text = reading.text.replace(/"[^"\n]*"|“[^”\n]*”/g, (quoted) => " ".repeat(quoted.length));
  readExceptions(reading);
  readSettings(reading);
  readPages(reading);
  readProperNames(reading);
  readClauses(reading);
  readCode(reading, body, names);
  return reading.found;
}

/** In a title, any word may be capitalized. */
const headOf = (title: string): string => {
  const plain = title.replace(KEYS, "").trim();
  return plain === "" ? "" : `${plain.replace(/[.!?]$/, "")}.`;
};

/** Current behavior and unwanted behavior are not conditions, but what is currently required or missing is one. */
const TODAY =
  /^[ \t]{0,20}[*_#>-]{0,6}[ \t]{0,20}(?:actual(?:ly)?|current(?:ly)?|observed|at present|today|right now|is(?=\s?:))\b(?![^:\n]{0,30}\b(?:required|mandatory|missing|expected)\b)[^:\n]{0,30}:[^\n]*$/gim;
const INSTEAD =
  / ?\b(?:instead of|rather than|in place of)\s+(?:the\s+|an?\s+)?[`"“]?[\w.€$£-]+[`"”]?|,\s*(?:and\s+)?not\s+(?!when|if|on|for|in\b|before|after|while|with|by|at|from|during|until|only|twice|more|again|where|sent|once)[^,.;:\n]{1,60}/gi;
const PROSE: readonly [RegExp, string][] = [
  [/[ \t]+/g, " "],
  [/(?:\n ?)+/g, "\n"],
  [/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, "\n"],
  [/\{(?:code|noformat)(?::[^}]{0,80})?\}[\s\S]*?(?:\{(?:code|noformat)\}|$)/g, "\n"],
  [/<!--[\s\S]*?(?:-->|$)/g, " "],
  [/<\/?[a-z][^<>]{0,300}>/gi, " "],
  [/!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)/g, " "],
  [/\[([^\]\n]{1,200})\]\([^)\n]{0,500}\)/g, "$1"],
  [/\[([^|\]\n]{1,200})\|[^\]\n]{1,500}\]/g, "$1"],
  [/^ ?\|.*\| ?$/gm, "\n"],
  [/^ ?(?:#{1,6}|h[1-6]\.|>|[-*+]|\d+[.)])\s+/gm, "\n"],
  [/https?:\/\/\S+/g, " "],
  [/@[\w./-]{1,60}/g, " "],
  [/[*~]{1,3}/g, ""],
  // A value in parentheses after its attribute does not end a list.
  [/(?<=[a-z_]) \(([A-Z]{3}|\d[\d.,]{0,20})\)/g, " $1"],
  [TODAY, ""],
  [INSTEAD, ""],
  [/[ \t]+/g, " "],
];

const proseOf = (text: string): string => PROSE.reduce((all, [pattern, to]) => all.replace(pattern, to), text);

const BLOCKS =
  /```[a-z]*\n?([\s\S]*?)(?:```|$)|~~~([\s\S]*?)(?:~~~|$)|\{(?:code|noformat)(?::[^}]{0,80})?\}([\s\S]*?)(?:\{(?:code|noformat)\}|$)/g;
const PAIR =
  /["'`]?([A-Za-z_][\w.]{0,60})["'`]?\s*[:=]\s*(?:"([^"\n]{0,100})"|'([^'\n]{0,100})'|`([^`\n]{0,100})`|(-?\d[\d.]*)|(true|false)\b|(<[^>\n]{1,60}>|\{\{[^}\n]{1,60}\}\}|\{[\w .]{1,60}\}|\.{3}|…|\w+))/g;
const ROW = /^[ \t]*\|[ \t]*[`*]*([A-Za-z_][\w.[\]]{0,60})[`*]*\s*\|\s*[`*]*([^|\n]{0,100}?)[`*]*\s*\|/gm;
const PLACEHOLDER =
  /^(?:<.*>|\{.*\}|\.{3}|…|x{2,}|string|number|integer|boolean|any|value|required|yes|dynamic|text|zahl|pflicht|ja|texte|nombre|requis|obligatoire|oui|texto|número|obligatorio|sí|\w+\(.*|)$/i;
const HEADS =
  /^(?:attribute|parameter|field|key|property|name|variable|event|expected|value|attribut|feld|wert|erwartet|champ|valeur|attendue?|atributo|campo|valor|esperado|-+)$/i;

/** Reads pairs in code blocks and tables: what the event is supposed to carry. */
function readCode(reading: Reading, body: string, names: ReadonlySet<string>): void {
  const add = (attribute: string, value: string, words: string): void => {
    if (names.has(attribute.toLowerCase()) || (HEADS.test(attribute) && HEADS.test(value))) return;
    const leaf = attribute.split(".").at(-1) ?? attribute;
    if (PLACEHOLDER.test(value)) reading.add({ kind: "present", attribute: leaf, wanted: "", words });
    else if (/currency/i.test(leaf))
      reading.add({ kind: "currency", attribute: leaf, wanted: value.toUpperCase(), words });
    else reading.add({ kind: "value", attribute: leaf, wanted: value, words });
  };
  for (const block of body.matchAll(BLOCKS)) {
    const code = block[1] ?? block[2] ?? block[3] ?? "";
    for (const [words, name = "", a, b, c, number, flag, bare] of code.matchAll(PAIR))
      if (!/^(?:event|ecommerce|items|https?)$/i.test(name))
        add(name, a ?? b ?? c ?? number ?? flag ?? (bare ? "" : ""), words);
  }
  for (const [words, name = "", value = ""] of body.matchAll(ROW)) add(name, value.trim(), words.replace(/\|/g, " "));
}
