// Lists, checkboxes and radio buttons.
import { SAY } from "../../library/sentences.ts";
import { BOXES, bestOf, isInRow, LISTS, likeness, meantWords, type SeenControl } from "../pages.ts";
import { click, done, look, nothing, type State } from "../state.ts";
import { bare, isPronoun, quotedIn } from "../words.ts";
import { clickNamed } from "./click.ts";
import type { Rule } from "./rule.ts";

/** Returns the option of a list that is meant: exactly the text in quotes, otherwise the best match. */
function optionOf({ options = [] }: SeenControl, wanted: string): string | undefined {
  const [exact] = quotedIn(wanted);
  const said = (exact ?? bare(wanted)).toLowerCase();
  const same = options.find((one) => one.toLowerCase() === said);
  if (same !== undefined || exact !== undefined) return same;
  const words = meantWords(wanted);
  const scored = options
    .map((option) => ({ option, score: likeness(option, words) }))
    .filter(({ score }) => score >= 0.6)
    .sort((a, b) => b.score - a.score);
  return scored[0] && scored[0].score !== scored[1]?.score ? scored[0].option : undefined;
}

async function select(state: State, what: string, where: string): Promise<string | null | undefined> {
  await look(state);
  const list = bestOf(state.controls, where, LISTS);
  if (!list) {
    const radio = bestOf(state.controls, what, ["radio"]);
    if (radio) return done(state, SAY.choose(radio.name), radio.name);
    return nothing(state, `No list of ${state.path} is called that.`);
  }
  const { options } = list;
  if (options === undefined || options.length === 0)
    return quotedIn(what).length > 0
      ? done(state, SAY.select(list.name, quotedIn(what)[0] ?? ""))
      : `The choices of "${list.name}" are not known: name one in quotes.`;
  const option = optionOf(list, what);
  if (option === undefined)
    return `The list "${list.name}" has no such choice. It has: ${options.slice(0, 8).join(", ")}.`;
  return done(state, SAY.select(list.name, option), option);
}

/** Picks a radio button, or an option that only one list has. Returns undefined if nothing has that name. */
async function pick(state: State, wanted: string): Promise<null | undefined> {
  const radio = bestOf(state.controls, wanted, ["radio"]);
  if (radio) return done(state, SAY.choose(radio.name), radio.name);
  const having = state.controls.filter(
    (control) => LISTS.includes(control.role) && control.name !== "" && optionOf(control, wanted) !== undefined,
  );
  const [list] = having;
  if (list && having.length === 1) {
    const option = optionOf(list, wanted) ?? "";
    return done(state, SAY.select(list.name, option), option);
  }
  return undefined;
}

async function tick(state: State, how: "check" | "uncheck", wanted: string): Promise<string | null> {
  await look(state);
  const meant = isPronoun(wanted) && state.named !== null ? `"${state.named}"` : wanted;
  const box = bestOf(state.controls, meant, BOXES) ?? boxOf(state, meant);
  if (!box) return nothing(state, `No checkbox of ${state.path} is called that.`);
  return done(state, box.count > 1 && box.row ? SAY.tickInRow(how, box.name, box.row) : SAY[how](box.name));
}

/** Returns the checkbox whose name contains the text, such as that of an entry, or that is in the entry's row. */
function boxOf({ controls }: State, meant: string): SeenControl | undefined {
  const [first, second] = quotedIn(meant).map((one) => one.toLowerCase());
  const text =
    second ??
    first ??
    bare(meant)
      .replace(/^(?:task|to-?do|item|entry)\s+(?=\S)/i, "")
      .toLowerCase();
  if (text === "") return undefined;
  const boxes = controls.filter(
    ({ role, visible, name }) =>
      // `"Done" of "Buy milk"` names the checkbox and its row.
      BOXES.includes(role) && visible && (second === undefined || name.toLowerCase() === first),
  );
  const found = boxes.filter(
    (one) =>
      (one.count === 1 && one.name.toLowerCase().includes(text)) ||
      (isInRow(one) && one.row?.toLowerCase().includes(text)),
  );
  return found.length === 1 ? found[0] : undefined;
}

export const CHOOSE_RULES: readonly Rule[] = [
  {
    id: "uploads a file",
    fits: [
      /^(?:uploads?|attach(?:es)?)\b/i,
      /^adds?\s+(?:an?|the)\s+attachment\b/i,
      /^(?:chooses?|selects?|picks?)\s+.+\s+(?:to\s+upload|for\s+(?:the\s+)?upload)$/i,
    ],
    steps: async () =>
      'A file is not chosen from a goal: add a step such as \'I upload the file "photo.png" to "Picture"\' with frt_add_step.',
  },
  {
    id: "sorts or filters",
    fits: [/^(?:sorts?|orders?|arranges?|filters?|narrows?)\s+(?:(?:the\s+)?(?:.+?)\s+)?(?:by|for|down to)\s+(.+)$/i],
    async steps(state, match) {
      await look(state);
      const wanted = bare(match[1] ?? "");
      const verb = /^(sort|order|arrange)/i.test(match[0]) ? "sort" : "filter";
      const list = bestOf(state.controls, verb, LISTS, 0.3) ?? bestOf(state.controls, `${verb} by`, LISTS, 0.3);
      const option = list && optionOf(list, wanted);
      if (list && option !== undefined) return done(state, SAY.select(list.name, option), option);
      if ((await pick(state, wanted)) === null) return null;
      const box = bestOf(state.controls, wanted, BOXES);
      if (box) return done(state, SAY.check(box.name));
      return clickNamed(state, wanted);
    },
  },
  {
    id: "selects from a list",
    fits: [
      /^(?:selects?|chooses?|picks?)\s+(.+?)\s+(?:from|in|as|for|under|on)\s+(?:the\s+)?(.+)$/i,
      /^(?:sets?|changes?|switch(?:es)?)\s+(?:the\s+)?(?<where>.+?)\s+to\s+(?<what>.+)$/i,
    ],
    async steps(state, match) {
      const { where = match[2] ?? "", what = match[1] ?? "" } = match.groups ?? {};
      return select(state, what, where);
    },
  },
  {
    id: "unticks a box",
    denies: true,
    fits: [
      /^(?:switch(?:es)?|turns?)\s+off\s+(.+)$/i,
      /^(?:switch(?:es)?|turns?)\s+(.+?)\s+off$/i,
      /^disables?\s+(?:the\s+)?(.+)$/i,
      /^(?:un-?checks?|unticks?|deselects?|un-?selects?)\s+(?:the\s+)?(.+)$/i,
      /^(?:marks?|sets?)\s+(.+?)\s+as\s+(?:not done|open|undone|incomplete|active|unread)(?:\s+again)?$/i,
      /^removes?\s+(?:the\s+)?(?:tick|check ?mark)\s+(?:from|of|at)\s+(.+)$/i,
    ],
    steps: (state, match) => tick(state, "uncheck", match[1] ?? ""),
  },
  {
    id: "marks as done",
    fits: [
      /^(?:marks?|sets?|flags?)\s+(.+?)\s+as\s+(?:done|completed?|finished|read|bought|closed)$/i,
      /^(?:checks?|ticks?|cross(?:es)?)\s+off\s+(.+)$/i,
      /^(?:checks?|ticks?|cross(?:es)?)\s+(.+?)\s+off$/i,
      /^(?:completes?|finish(?:es)?)\s+(?:the\s+)?(?:task|todo|to-do|item|entry)\s*(.*)$/i,
      /^completes?\s+((?:"[^"]+"|it|that task|the task))$/i,
      /^(?:switch(?:es)?|turns?)\s+on\s+(.+)$/i,
      /^(?:switch(?:es)?|turns?)\s+(.+?)\s+on$/i,
      /^enables?\s+(?:the\s+)?(.+)$/i,
    ],
    steps: (state, match) => tick(state, "check", match[1] || "it"),
  },
  {
    id: "ticks a box",
    fits: [/^(?:checks?|ticks?|accepts?|agrees? (?:to|with))\s+(?:the\s+)?(?!that\b|if\b|whether\b)(.+)$/i],
    async steps(state, match) {
      const wanted = match[1] ?? "";
      await look(state);
      const box = bestOf(state.controls, wanted, BOXES);
      if (box) return done(state, SAY.check(box.name));
      const button = /^accept|^agree/i.test(match[0])
        ? bestOf(state.controls, `accept ${wanted}`, ["button"], 0.6)
        : undefined;
      if (button) return click(state, button).then(() => null);
      return tick(state, "check", wanted);
    },
  },
  {
    id: "chooses",
    fits: [/^(?:chooses?|selects?|picks?|opts? for|decides? for|switch(?:es)? to)\s+(?:the\s+)?(.+)$/i],
    async steps(state, match) {
      const wanted = match[1] ?? "";
      await look(state);
      return (await pick(state, wanted)) === null ? null : clickNamed(state, wanted);
    },
  },
];
