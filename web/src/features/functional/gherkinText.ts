// What the editor knows of Gherkin: where a step stands, which sentences complete it, and where a problem is marked.

const STEP = /^(\s*)(Given|When|Then|And|But|\*)(\s+)(.*)$/;

/** The sentence of the step that the line holds up to the cursor, and the column at which it begins; null: it is no step. */
export function stepBefore(line: string): { sentence: string; from: number } | null {
  const found = STEP.exec(line);
  if (!found) return null;
  const [, indent = "", keyword = "", space = "", sentence = ""] = found;
  return { sentence, from: indent.length + keyword.length + space.length };
}

/** The letters of a keyword that is being written at the beginning of a line; null: something else stands there. */
export function keywordBefore(line: string): { word: string; from: number } | null {
  const found = /^(\s*)([A-Za-z@*]?[A-Za-z ]*)$/.exec(line);
  return found ? { word: found[2] ?? "", from: (found[1] ?? "").length } : null;
}

export const KEYWORDS = [
  "Feature: ",
  "Rule: ",
  "Background:",
  "Scenario: ",
  "Scenario Outline: ",
  "Examples:",
  "Given ",
  "When ",
  "Then ",
  "And ",
  "But ",
] as const;

const QUOTED = new Set(["string"]);

/** A pattern as a snippet: what varies is a field to fill, in quotes where the pattern wants a text. */
export function snippetOf(pattern: string, params: readonly { name: string }[] = []): string {
  let at = 0;
  return withoutChoices(pattern).replace(/\\?\{(\w*)\}/g, (whole, type: string) => {
    if (whole.startsWith("\\")) return whole.slice(1);
    const name = params[at]?.name || type || "text";
    at++;
    const field = `\${${name}}`;
    return QUOTED.has(type) ? `"${field}"` : field;
  });
}

/** Optional text is kept, of words that may stand for each other the first is taken. */
function withoutChoices(pattern: string): string {
  return pattern
    .replace(/(?<!\\)\(([^()]*)\)/g, "$1")
    .replace(/(?<=^|\s)([^\s/\\{}"]+)(?:\/[^\s/\\{}"]+)+(?=\s|$)/g, "$1")
    .replace(/\\([()/])/g, "$1");
}

type Problem = { line: number; column: number };

/**
 * What is underlined for a problem, as offsets into the text: from its column to the end of its line's words. A place beyond the
 * text counts as its end, since the text may have changed while it was checked.
 */
export function rangeOf(text: string, { line, column }: Problem): { from: number; to: number } {
  const lines = text.split("\n");
  const at = Math.min(Math.max(1, line), lines.length);
  let start = 0;
  for (let before = 0; before < at - 1; before++) start += (lines[before]?.length ?? 0) + 1;
  const shown = lines[at - 1] ?? "";
  const end = shown.trimEnd().length;
  const from = Math.min(Math.max(0, column - 1), end);
  return { from: start + from, to: start + end };
}

/** What a new feature begins with. */
export const templateOf = (name: string): string => `Feature: ${name}

  Scenario: ${name}
    Given I am on "/"
    Then I should see "Text that must be there"
`;
