// Rules for several scenarios in plumbline.yml: their scope, the element, and one field with the action.

export const EFFECT_FIELDS = ["mode", "normalize", "page", "misMatchThreshold"] as const;

/** Without `tag` and `path` the rule applies to all scenarios. Exactly one of the last four fields is set. */
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

/** Returns the identity of a rule: two entries for the same element and kind are one rule. */
export function ruleName(rule: FileRule): string {
  const kind = EFFECT_FIELDS.find((field) => rule[field] !== undefined) ?? "";
  return [scopeOf(rule), kind, rule.selector ?? ""].filter(Boolean).join(" ");
}
