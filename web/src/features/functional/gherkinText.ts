// Gherkin support of the editor: finds steps, builds completions, and locates problems.

const STEP = /^(\s*)(Given|When|Then|And|But|\*)(\s+)(.*)$/;

/** Returns the step sentence up to the cursor and the column where it starts; null if the line is not a step. */
export function stepBefore(line: string): { sentence: string; from: number } | null {
  const found = STEP.exec(line);
  if (!found) return null;
  const [, indent = "", keyword = "", space = "", sentence = ""] = found;
  return { sentence, from: indent.length + keyword.length + space.length };
}

/** Returns the letters of a keyword being typed at the start of a line; null if the line contains something else. */
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

/** Converts a pattern to a snippet: parameters become fields to fill, quoted if the pattern expects a string. */
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

/** Keeps optional text and takes the first of alternative words. */
function withoutChoices(pattern: string): string {
  return pattern
    .replace(/(?<!\\)\(([^()]*)\)/g, "$1")
    .replace(/(?<=^|\s)([^\s/\\{}"]+)(?:\/[^\s/\\{}"]+)+(?=\s|$)/g, "$1")
    .replace(/\\([()/])/g, "$1");
}

type Problem = { line: number; column: number };

/**
 * Returns the range to underline for a problem, as offsets into the text: from its column to the end of the text on its line. Positions
 * beyond the text are clamped, because it may have changed while it was checked.
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

/** Returns the template of a new feature. */
export const templateOf = (name: string): string => `Feature: ${name}

  Scenario: ${name}
    Given I am on "/"
    Then I should see "Text that must be there"
`;
