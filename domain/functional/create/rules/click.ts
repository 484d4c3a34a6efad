// Clicking: what is named with the verb, or what a whole clause says, such as "places the order" for the button "Place the order".
import { canClickNth, SAY } from "../../library/sentences.ts";
import { bestOf, CLICKED, isInRow, type SeenControl } from "../pages.ts";
import { click, look, nothing, type State } from "../state.ts";
import { bare, isPronoun, quotedIn } from "../words.ts";
import type { Rule } from "./rule.ts";

const KIND = /\b(button|link|tab|menu item)\b/i;
/** `the first`: one of several. */
const FIRST = /^(?:the\s+)?(?:first|1st|top|uppermost)\s+(.+)$/i;

/** `the second "Add" button`: one of several of that name. Without quotes, such words are part of a name more often. */
const NTH = /^(?:the\s+)?(?:(second|third|fourth|fifth|last)|(\d{1,3})(?:nd|rd|th))\s+(?=.*")(.+)$/i;
const ORDINALS = ["second", "third", "fourth", "fifth"];

async function clickOneOf(state: State, [, word = "", digits, told = ""]: RegExpExecArray): Promise<string | null> {
  const number = digits === undefined ? ORDINALS.indexOf(word.toLowerCase()) + 2 : Number(digits);
  const control = firstOf(state, `first ${told}`, CLICKED);
  if (word.toLowerCase() === "last" && control?.count === 1) {
    await click(state, control);
    return null;
  }
  if (word.toLowerCase() === "last" || !control || control.count < number || !canClickNth(control.role))
    return nothing(state, `${state.path} does not have that many buttons or links of the name.`);
  const { row: _, ...other } = control;
  await click(state, other, SAY.clickNth(control.role, control.name, number));
  return null;
}

export async function clickNamed(state: State, told: string): Promise<string | null> {
  await look(state);
  const nth = NTH.exec(told);
  if (nth) return clickOneOf(state, nth);
  const control = meant(state, told);
  if (!control) return nothing(state, `Nothing on ${state.path} that can be clicked is called that.`);
  await click(state, control);
  return null;
}

function meant(state: State, told: string): SeenControl | undefined {
  const wanted = isPronoun(told) && state.named !== null ? `"${state.named}"` : told;
  const [, kind] = KIND.exec(wanted.replace(/"[^"]*"/g, " ")) ?? [];
  const role = kind?.toLowerCase().replace("menu item", "menuitem");
  const inRow = ofRow(state, wanted);
  if (inRow) return inRow;
  const roles = role === undefined ? CLICKED : [role, ...CLICKED.filter((one) => one !== role)];
  // Controls of the kind that the clause names take precedence over others with the same name.
  for (const some of role === undefined ? [roles] : [[role], roles]) {
    const found = bestOf(state.controls, wanted, some) ?? firstOf(state, wanted, some);
    if (found) return found;
  }
  return undefined;
}

/** Finds a control in a row or card: `"Remove" of "Oak stool"`. */
function ofRow({ controls }: State, told: string): SeenControl | undefined {
  const match =
    /^(.+?)\s+(?:in|of|for|on|next to|beside|at)\s+(?:the\s+(?:row|card|line|entry)\s+(?:of|for|with)\s+)?(?:the\s+)?(.+?)(?:'s)?(?:\s+(?:row|card|line|entry))?$/i.exec(
      told,
    );
  if (!match) return undefined;
  const [, what = "", where = ""] = match;
  const row = (quotedIn(where)[0] ?? bare(where)).toLowerCase();
  const inThatRow = controls.filter(
    (one) => CLICKED.includes(one.role) && isInRow(one) && one.row?.toLowerCase().includes(row),
  );
  return bestOf(
    inThatRow.map((one) => ({ ...one, count: 1 })),
    what,
    CLICKED,
  )
    ? inThatRow.find(
        ({ name }) =>
          name ===
          bestOf(
            inThatRow.map((one) => ({ ...one, count: 1 })),
            what,
            CLICKED,
          )?.name,
      )
    : undefined;
}

function firstOf({ controls }: State, told: string, roles: readonly string[]): SeenControl | undefined {
  const [, what] = FIRST.exec(told) ?? [];
  if (what === undefined) return undefined;
  const unique = controls.map((one) => ({ ...one, count: 1 }));
  const best = bestOf(
    unique.filter((one, at) => unique.findIndex(({ name }) => name === one.name) === at),
    what,
    roles,
  );
  return best && controls.find(({ role, name }) => role === best.role && name === best.name);
}

/** Clicks the button or link whose name contains most of the clause. */
export async function doAsSaid(state: State, clause: string): Promise<string | null> {
  await look(state);
  const said = clause
    .replace(/^(?:submits?|sends?)\s+(?:it|the form|this)$/i, "submit send")
    .replace(
      /^(?:saves?|confirms?|closes|continues?|cancels?)\s+(?:it|the form|this|the dialog|the changes)$/i,
      (whole) => whole.split(" ")[0] ?? whole,
    )
    .replace(/^(?:proceeds|continues|goes on|moves on)\s+to\s+/i, "goes to ");
  const control = bestOf(state.controls, said, CLICKED, 0.6) ?? onlySubmit(state, clause);
  if (!control)
    return nothing(
      state,
      `Nothing on ${state.path} says that; name a button or link in quotes, or write steps with frt_suggest_steps.`,
    );
  await click(state, control);
  return null;
}

const SUBMITS = /^(?:submits?|sends?|saves?|confirms?)(?:\s+(?:it|the|this|that|his|her|their|my)\b.*)?$/i;
const SUBMIT_NAMES =
  /\b(?:submit|send|save|confirm|ok|go|apply|continue|next|absenden|senden|speichern|envoyer|enviar|guardar)\b/i;

/** Finds the only submit button of the page for "Submits the form". */
function onlySubmit({ controls }: State, clause: string): SeenControl | undefined {
  if (!SUBMITS.test(clause)) return undefined;
  const found = controls.filter(
    ({ role, name, count, visible }) => role === "button" && count === 1 && visible && SUBMIT_NAMES.test(name),
  );
  return found.length === 1 ? found[0] : undefined;
}

export const CLICK_RULES: readonly Rule[] = [
  {
    id: "clicks",
    fits: [
      /^(?:clicks?|press(?:es)?|taps?|hits?|follows?|push(?:es)?|uses?|activates?)\s+(?:on\s+)?(?:the\s+)?(.+)$/i,
      /^(?:opens?|go(?:es)? (?:on )?to|go(?:es)? into|visits?|navigates? to|proceeds? to|continues? to|returns? to|moves? (?:on )?to|switches to|enters?|views?|looks? at|reads?|browses?)\s+(?:the\s+)?(.+)$/i,
    ],
    async steps(state, match) {
      const told = match[1] ?? "";
      const problem = await clickNamed(state, told);
      if (problem === null || quotedIn(told).length > 0) return problem;
      // "Goes to checkout" may be the name of a button.
      return (await doAsSaid(state, match[0])) === null ? null : problem;
    },
  },
];

export const SAID_RULES: readonly Rule[] = [
  {
    id: "does what a button says",
    fits: [/^([a-z]+(?:s|es)?\b.*)$/i],
    steps: (state, match) => doAsSaid(state, match[1] ?? ""),
  },
];
