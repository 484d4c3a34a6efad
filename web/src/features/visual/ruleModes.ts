// The modes of rules that the review offers, and the rule that its form begins with.

export const MODES = [
  { value: "ignore", label: "Ignore: differences are ignored" },
  { value: "dynamic", label: "Dynamic: text and images may change, position may not" },
  { value: "layout_only", label: "Layout: only position and size are compared" },
] as const;
export type RuleMode = (typeof MODES)[number]["value"];

/** `value`: a mode, or what a content rule normalizes. */
export type FirstRule = { selector: string; kind?: "comparison" | "content"; value?: string };

/** Content is replaced in the page, which only a run can show: in the review the element's rule begins as dynamic. */
export function modeOf({ kind = "comparison", value }: FirstRule): RuleMode {
  if (kind === "content") return "dynamic";
  return MODES.find((one) => one.value === value)?.value ?? "ignore";
}
