// Entries of lists: adding one with a field, and removing one with its own control.
import { SAY } from "../../library/sentences.ts";
import { bestOf, CLICKED, FIELDS, isInRow, isOnly, type SeenControl } from "../pages.ts";
import { click, done, hasWords, look, nothing, put, type State, TAKES_OUT, takesOne } from "../state.ts";
import { bare, isPronoun, quotedIn, textIn } from "../words.ts";
import { clickNamed } from "./click.ts";
import { onlyField } from "./fill.ts";
import type { Rule } from "./rule.ts";

const ENTRY = "task|to-?do(?:\\s+item)?|item|entry|note|comment|reminder|list entry|card|tag|label|project|list";
const ADDS = /^(?:add|create|save|submit|ok|\+|send|post|new|hinzufügen|anlegen|ajouter|añadir|agregar)\b/i;

/** Types the text into the field for new entries, and submits it with its button, otherwise with Enter. */
async function addEntry(state: State, kind: string, text: string): Promise<string | null | undefined> {
  await look(state);
  const fields = state.controls.filter((one) => FIELDS.includes(one.role) && isOnly(one) && !one.options);
  const field =
    bestOf(fields, `new ${kind}`, FIELDS, 0.3) ??
    bestOf(fields, kind, FIELDS, 0.3) ??
    fields.find(({ name }) => /\b(?:add|new|what|needs? to be done)\b/i.test(name)) ??
    onlyField(state);
  if (!field) return undefined;
  put(state, SAY.fill(field.name, text), text);
  state.field = field.name;
  const buttons = state.controls.filter((one) => one.role === "button" && isOnly(one));
  const button = bestOf(buttons, `add ${kind}`, ["button"]) ?? only(buttons.filter(({ name }) => ADDS.test(name)));
  if (button) {
    await click(state, button);
    return null;
  }
  return done(state, SAY.pressIn("Enter", field.name));
}

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

async function takeOut(state: State, told: string): Promise<string | null | undefined> {
  await look(state);
  const wanted = isPronoun(told)
    ? state.named
    : (quotedIn(told)[0] ?? bare(told.replace(new RegExp(`^(?:the\\s+)?(?:${ENTRY}|product)\\s+(?=\\S)`, "i"), "")));
  if (wanted === null || wanted === "") return nothing(state, "The entry to remove is not named.");
  const text = wanted.toLowerCase();
  const taking = state.controls.filter((one) => CLICKED.includes(one.role) && one.visible && TAKES_OUT.test(one.name));
  const found: SeenControl | undefined =
    only(taking.filter((one) => isInRow(one) && hasWords(one.row?.toLowerCase() ?? "", text))) ??
    only(taking.filter((one) => isOnly(one) && hasWords(one.name.toLowerCase(), text))) ??
    // The only such control may belong to the entry although the page does not show that, so the step is written but the page is not read
    // further.
    (state.own.includes(text)
      ? only(taking.filter((one) => isOnly(one) && !one.row && takesOne(one.name)))
      : undefined);
  if (!found) return undefined;
  await click(state, found);
  state.named = wanted;
  return null;
}

export const ENTRY_RULES: readonly Rule[] = [
  {
    id: "adds an entry",
    fits: [
      new RegExp(
        `^(?:adds?|creates?|makes?|posts?)\\s+(?:(?:an?|the|another|one more)\\s+)?(?:new\\s+)?(${ENTRY})\\s*(?::|,|called|named|titled|saying|with the (?:text|name|title)|with)?\\s+(.+)$`,
        "i",
      ),
      new RegExp(
        `^(?:adds?|puts?)\\s+(?<text>.+?)\\s+(?:as\\s+(?:an?\\s+)?(?:new\\s+)?(?<kind>${ENTRY})|to\\s+(?:the|his|her|their|my)\\s+(?:to-?do\\s+|task\\s+|shopping\\s+)?list|on\\s+the\\s+list)$`,
        "i",
      ),
      /^adds?\s+(?<text>"[^"]+")$/i,
    ],
    async steps(state, match) {
      const { text = match[2] ?? "", kind = match.groups?.text === undefined ? (match[1] ?? "task") : "task" } =
        match.groups ?? {};
      const value = textIn(text);
      return value === "" ? undefined : addEntry(state, kind, value);
    },
  },
  {
    id: "takes an entry out",
    fits: [
      /^(?:removes?|deletes?|takes?|discards?|drops?|throws?)\s+(?:out\s+)?(.+?)(?:\s+(?:again|out of|out|from)(?:\s+(?:the|his|her|their)\s+.+)?)?$/i,
    ],
    async steps(state, match) {
      const made = await takeOut(state, match[1] ?? "");
      return made === undefined ? clickNamed(state, match[0]) : made;
    },
  },
];
