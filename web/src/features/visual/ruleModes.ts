// Rule modes offered by the review, and the initial rule of its form.

export const MODES = [
  { value: "ignore", label: "Ignore: differences are ignored" },
  { value: "dynamic", label: "Dynamic: text and images may change, position may not" },
  { value: "layout_only", label: "Layout: only position and size are compared" },
] as const;
export type RuleMode = (typeof MODES)[number]["value"];

/** `value`: a mode, or what a content rule normalizes. */
export type FirstRule = { selector: string; kind?: "comparison" | "content"; value?: string };

/** Content is replaced while the page is captured, which only a run can show, so in the review the rule starts as dynamic. */
export function modeOf({ kind = "comparison", value }: FirstRule): RuleMode {
  if (kind === "content") return "dynamic";
  return MODES.find((one) => one.value === value)?.value ?? "ignore";
}
