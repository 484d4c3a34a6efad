// Navigating to a URL, back, and within a page.
import { SAY } from "../../library/sentences.ts";
import { done, mustHold, type State } from "../state.ts";
import type { Rule } from "./rule.ts";

const PATH = String.raw`(?:the\s+)?(?:(?:page|address|url|path)\s+)?"?((?:https?:\/\/[^\s"/]+)?\/[^\s"]*)"?(?:\s+page)?`;
const GOES =
  "opens?|visits?|returns?(?:\\s+back)?\\s+to|go(?:es)?(?:\\s+(?:back|on))?\\s+to|go(?:es)?|navigates?\\s+to|loads?|browses?\\s+to|moves?\\s+to|starts?\\s+(?:on|at|from)|begins?\\s+(?:on|at)|calls?\\s+up|access(?:es)?";
const IS_ON =
  "am|is|are|lands?|ends?\\s+up|arrives?|gets?|is\\s+(?:now\\s+)?(?:taken|redirected|sent|led|brought)|should\\s+(?:now\\s+)?be|must\\s+be|finds?\\s+(?:himself|herself|themselves)|expects?\\s+to\\s+be";
const START_PAGE = String.raw`(?:(?:the|our|its)\s+)?(?:(?:shop|store|(?:web\s?)?site|app)(?:'s)?\s+)?(?:home\s?page|start(?:ing)?\s?page|landing\s?page|front\s?page|main page)`;

async function open(state: State, path: string): Promise<null> {
  const isStart = state.steps.every(({ keyword }) => keyword === "Given") && path === state.path;
  if (isStart) return null;
  done(state, SAY.visit(path));
  if (state.readAfter !== null) return null;
  const controls = await state.readPage(path);
  if (controls) Object.assign(state, { path, controls });
  return null;
}

const isFirst = ({ steps }: State): boolean => steps.every(({ keyword }) => keyword === "Given");

export const OPEN_RULES: readonly Rule[] = [
  {
    id: "opens an address",
    fits: [new RegExp(`^(?:${GOES})\\s+${PATH}$`, "i")],
    steps: (state, match) => open(state, match[1] ?? "/"),
  },
  {
    id: "is on an address",
    fits: [
      new RegExp(`^(?:${IS_ON})\\s+(?:on|at|to)\\s+${PATH}$`, "i"),
      new RegExp(
        `^(?:the\\s+)?(?:address|url|path|location)\\s+(?:is|should be|must be|becomes|changes to|reads)\\s+${PATH}$`,
        "i",
      ),
    ],
    steps: async (state, match) =>
      isFirst(state) ? open(state, match[1] ?? "/") : mustHold(state, SAY.beOn(match[1] ?? "/")),
  },
  {
    id: "opens the start page",
    fits: [
      new RegExp(`^(?:${GOES})\\s+${START_PAGE}$`, "i"),
      new RegExp(`^(?<expected>${IS_ON})\\s+(?:on|at|to)\\s+${START_PAGE}$`, "i"),
      /^(?:go(?:es)?|returns?|navigates?)\s+(?:back\s+)?home$/i,
      new RegExp(
        `^(?:${GOES}|is on|is at)\\s+(?:the\\s+|our\\s+)?(?:(?:web\\s?)?site|web\\s?page|page|app(?:lication)?)$`,
        "i",
      ),
    ],
    async steps(state, match) {
      if (isFirst(state)) return null;
      // Opening the page would hide that the previous action did not lead there.
      if (match.groups?.expected !== undefined) return mustHold(state, SAY.beOn("/"));
      return /home|start|landing|front|main/i.test(match[0]) ? open(state, "/") : undefined;
    },
  },
  {
    id: "goes back",
    fits: [
      /^(?:go(?:es)?|returns?|navigates?|clicks?|steps?)\s+back(?:\s+(?:to the (?:page before|previous page|last page)|in the browser|one page))?$/i,
      /^returns?\s+to\s+the\s+(?:previous page|page before)$/i,
      // Only the browser's button: a page may have a button "Back" that leads elsewhere.
      /^(?:clicks?|press(?:es)?|uses?|hits?)\s+(?:on\s+)?(?:the\s+)?(?:browser(?:'s)?\s+back\s+button|back\s+button\s+of\s+the\s+browser)$/i,
    ],
    steps: async (state) => done(state, SAY.back),
  },
  {
    id: "loads again",
    fits: [
      /^(?:reloads?|refresh(?:es)?|loads? again)(?:\s+(?:the\s+)?(?:page|site|browser|window|it|list|app))?$/i,
      /^(?:the\s+)?page\s+is\s+(?:reloaded|refreshed|loaded again)$/i,
      /^opens? the (?:page|site) again$/i,
      /^loads? the page again$/i,
    ],
    steps: async (state) => done(state, SAY.reload),
  },
  {
    id: "scrolls",
    fits: [
      /^scrolls?\s+(?:the\s+page\s+)?(?:(?:all the way|back|further)\s+)*(?:(?:down|up)\s+)?(?:to\s+)?(?:the\s+)?(?:(?:page's|very)\s+)*(bottom|end|foot|footer|down|top|beginning|up)(?:\s+(?:of\s+)?(?:the\s+)?page)?(?:\s+again)?$/i,
    ],
    steps: async (state, match) => done(state, /top|beginning|up/i.test(match[1] ?? "") ? SAY.toTop : SAY.toBottom),
  },
];
