// Words for rule values, for buttons and lists.
const WORDS: Readonly<Record<string, string>> = {
  ignore: "Ignore",
  dynamic: "Let it change",
  layout_only: "Compare its layout only",
};

/** Returns a verb for a mode, or what a content rule normalizes. */
export const ruleVerb = (kind: "comparison" | "content", value: string): string =>
  kind === "comparison" ? (WORDS[value] ?? value) : `Normalize its ${value}`;
