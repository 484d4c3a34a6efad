// A rule for more than one scenario: how an element is compared, what replaces its content, whether it is hidden, or a tolerance.
import { COMPARISON_MODES, type ComparisonMode, NORMALIZERS, type Normalizer, PAGE_EFFECTS } from "../shot.ts";
import type { ScopeText } from "./scope.ts";

/** Kinds of wide rules, named like the field in plumbline.yml that sets them. */
export const WIDE_KINDS = ["mode", "normalize", "page", "misMatchThreshold"] as const;
export type WideKind = (typeof WIDE_KINDS)[number];

/** `selector` is "" for a tolerance, which applies to whole screenshots. `value`: a tolerance is stored as text. */
export type WideRule = { scope: ScopeText; kind: WideKind; selector: string; value: string };
export type KeptWideRule = WideRule & { id: string };

type Kind = { needsSelector: boolean; problem: string; fits(value: string): boolean };

const isTolerance = (value: string): boolean =>
  value !== "" && Number(value) >= 0 && Number(value) <= 100 && String(Number(value)) === value;
const isNormalizer = (value: string): value is Normalizer =>
  (NORMALIZERS as readonly string[]).includes(value) || (value.startsWith("fixed:") && value.length <= 1_000);

export const WIDE: Readonly<Record<WideKind, Kind>> = {
  mode: {
    needsSelector: true,
    problem: `must be one of ${COMPARISON_MODES.join(", ")}`,
    fits: (value) => (COMPARISON_MODES as readonly string[]).includes(value),
  },
  normalize: {
    needsSelector: true,
    problem: `must be one of ${NORMALIZERS.join(", ")}, or fixed:<replacement>`,
    fits: isNormalizer,
  },
  page: {
    needsSelector: true,
    problem: `must be one of ${PAGE_EFFECTS.join(", ")}`,
    fits: (value) => (PAGE_EFFECTS as readonly string[]).includes(value),
  },
  misMatchThreshold: { needsSelector: false, problem: "must be a number from 0 to 100", fits: isTolerance },
};

const MODE_WORDS: Readonly<Record<ComparisonMode, string>> = {
  full: "is compared in full",
  layout_only: "is compared by its layout only",
  ignore: "is ignored",
  dynamic: "is free to change inside",
};

/** Describes the rule's effect as the end of a sentence that starts with its selector. */
export function effectWords({ kind, value }: Pick<WideRule, "kind" | "value">): string {
  if (kind === "mode") return MODE_WORDS[value as ComparisonMode] ?? value;
  if (kind === "normalize") return `is normalised (${value})`;
  if (kind === "page") return value === "hide" ? "is hidden" : "is removed";
  return `${value} % of the pixels may differ`;
}
