// Settings of a project for its audits and its gate, as the pillars declare them.
import { isFields } from "../fields.ts";
import type { AuditedOf } from "../pillars/derive.ts";
import type { DECLARED_PILLARS } from "../pillars/index.ts";
import type { COMMON_SETTINGS, Setting, Settings } from "../pillars/settings.ts";
import type { ContentPolicy } from "../visual/compare/judgement.ts";
import type { RetentionSettings } from "../words/retention.ts";
import type { Severity } from "./finding.ts";
import type { AuditPillar } from "./pillars.ts";

type ValueOf<S extends Setting> = S extends { kind: "number" }
  ? number
  : S extends { kind: "choice"; of: readonly (infer Choice)[] }
    ? Choice
    : S extends { kind: "text" }
      ? string
      : S extends { kind: "texts" }
        ? string[]
        : S extends { kind: "bySeverity" }
          ? Partial<Record<Severity, number>>
          : S extends { kind: "group"; fields: infer Fields extends Settings }
            ? ValuesOf<Fields>
            : never;

type ValuesOf<S extends Settings> = { -readonly [Name in keyof S]?: ValueOf<S[Name]> };

type Audited = AuditedOf<typeof DECLARED_PILLARS>;

export type AuditSettings = {
  [P in Audited as P["name"]]?: ValuesOf<typeof COMMON_SETTINGS> & ValuesOf<P["audit"]["settings"]>;
};

/**
 * `contentChanges`: what to do when text, images or elements change but the pixels match within the tolerance. `protectMain`: only people
 * can change baselines of the main branch. `modes`: default modes for scenarios without their own.
 */
export type VisualSettings = { contentChanges?: ContentPolicy; protectMain?: boolean; modes?: string[] };

/** `reviewers`: email addresses of the members who are asked for a review unless others are named. */
export type ReviewSettings = { reviewers?: string[] };

/** `testIdAttribute`: attribute that contains test ids, if it is not data-testid. */
export type FunctionalSettings = { testIdAttribute?: string };

/** `gate`: thresholds of the pull request gate, see domain/health/gate.ts. `retention`: how long runs are stored, see domain/words/retention.ts. */
export type ProjectSettings = {
  audits?: AuditSettings;
  visual?: VisualSettings;
  review?: ReviewSettings;
  functional?: FunctionalSettings;
  gate?: Record<string, unknown>;
  retention?: RetentionSettings;
};

/** Returns whether the stored value is a pillar's setting, which must be an object. Any other value is treated as missing. */
export function isAuditPillarSetting(value: unknown): value is AuditSettings[AuditPillar] & Record<string, unknown> {
  return isFields(value);
}
