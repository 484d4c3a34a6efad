// Rules for several scenarios as plumbline.yml writes them: whose, which element, and one field that says what happens to it.

export const EFFECT_FIELDS = ["mode", "normalize", "page", "misMatchThreshold"] as const;

/** Without `tag` and `path` it is for all scenarios. Exactly one of the last four fields is there. */
export type FileRule = {
  tag?: string;
  path?: string;
  selector?: string;
  mode?: string;
  normalize?: string;
  page?: string;
  misMatchThreshold?: number;
};

export const scopeOf = ({ tag, path }: FileRule): string => {
  if (tag !== undefined) return `tag:${tag}`;
  return path === undefined ? "project" : `path:${path}`;
};

/** What tells one rule of the file from another: two of the same element and kind are one rule. */
export function ruleName(rule: FileRule): string {
  const kind = EFFECT_FIELDS.find((field) => rule[field] !== undefined) ?? "";
  return [scopeOf(rule), kind, rule.selector ?? ""].filter(Boolean).join(" ");
}
