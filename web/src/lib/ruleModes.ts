// What the values of rules mean, for buttons and lists.
const WORDS: Readonly<Record<string, string>> = {
  ignore: "Ignore",
  dynamic: "Let it change",
  layout_only: "Compare its layout only",
};

/** A verb for a mode; for a content rule what is normalized. */
export const ruleVerb = (kind: "comparison" | "content", value: string): string =>
  kind === "comparison" ? (WORDS[value] ?? value) : `Normalize its ${value}`;
