// Clauses as steps of the library, with the names of what is on the pages. A name that no page shows is never written.
import { isUsableName, SAY } from "../library/sentences.ts";
import type { ComposedStep, ReadPage, State } from "./pages.ts";
import { RULES } from "./rules.ts";

export type { ReadPage, SeenControl } from "./pages.ts";

export type Composed = {
  steps: ComposedStep[];
  /** Clauses for which no step was found, each with the reason. */
  unresolved: { clause: string; reason: string }[];
  /** The page that the steps end on, as far as that is known. */
  path: string;
};

const REJECT = /^(?:reject|decline|refuse|deny)(?: all)?(?: cookies)?$/i;

/** The steps of a goal's clauses from a start path on. */
export async function compose(startPath: string, clauses: readonly string[], readGiven: ReadPage): Promise<Composed> {
  // What a page calls its controls is data: a name that would be read as a reference is no name.
  const readPage: ReadPage = async (path) =>
    (await readGiven(path))?.filter(({ name }) => name === "" || isUsableName(name)) ?? null;
  const state: State = {
    path: startPath,
    controls: (await readPage(startPath)) ?? [],
    steps: [{ keyword: "Given", text: SAY.open(startPath) }],
  };
  const banner = state.controls.find(({ role, name, count }) => role === "button" && count === 1 && REJECT.test(name));
  if (banner) state.steps.push({ keyword: "Given", text: SAY.click("button", banner.name) });
  const unresolved: Composed["unresolved"] = [];
  for (const clause of clauses) {
    const rule = RULES.find(({ fits }) => fits.test(clause));
    const match = rule?.fits.exec(clause);
    const reason =
      rule && match
        ? await rule.steps(state, match, readPage)
        : "No rule makes steps of it; write them with frt_suggest_steps.";
    if (reason !== null) unresolved.push({ clause, reason });
  }
  return { steps: state.steps, unresolved, path: state.path };
}

/** The text of a feature with one scenario. */
export function gherkinOf(name: string, steps: readonly ComposedStep[]): string {
  let before: string | null = null;
  const lines = steps.map(({ keyword, text }) => {
    const word = keyword === before ? "And" : keyword;
    before = keyword;
    return `    ${word} ${text}`;
  });
  return [`Feature: ${name}`, "", `  Scenario: ${name}`, ...lines, ""].join("\n");
}
