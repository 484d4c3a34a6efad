// Thresholds at which the gate of a pull request warns or fails: a table of defaults that a project's settings override.
import { PILLARS, type Pillar } from "../audit/pillars.ts";

/** Values from which the gate warns or fails; null for never. */
export type Limit = { warn: number | null; fail: number | null };

export type GateThresholds = {
  /** Number of screenshots that are neither unchanged nor approved. */
  visualFailures: Limit;
  functionalFailures: Limit;
  /** Number of findings that the base branch does not have. */
  newCritical: Limit;
  newSerious: Limit;
  /** Number of points of a pillar below its rolling score. Only a fall beyond the normal variation counts. */
  healthFall: Limit;
  /** Pillars that must have a run; otherwise the gate is inconclusive. */
  required: Pillar[];
};

export const DEFAULT_GATE: Readonly<GateThresholds> = {
  visualFailures: { warn: 1, fail: 1 },
  functionalFailures: { warn: 1, fail: 1 },
  newCritical: { warn: 1, fail: 1 },
  newSerious: { warn: 1, fail: null },
  healthFall: { warn: 2, fail: 10 },
  required: [],
};

const LIMITS = ["visualFailures", "functionalFailures", "newCritical", "newSerious", "healthFall"] as const;

/**
 * Returns the thresholds of a project: `settings.gate` over the defaults. The settings may have been stored by another version, so invalid
 * values are ignored: a limit is a number above 0, or null for never.
 */
export function readThresholds(settings: unknown): GateThresholds {
  const gate = field(settings, "gate");
  const limits = LIMITS.map((name) => [name, readLimit(field(gate, name), DEFAULT_GATE[name])] as const);
  const required = field(gate, "required");
  return {
    ...DEFAULT_GATE,
    ...Object.fromEntries(limits),
    required: Array.isArray(required) ? PILLARS.filter((pillar) => required.includes(pillar)) : DEFAULT_GATE.required,
  };
}

function readLimit(given: unknown, usual: Limit): Limit {
  const read = (name: keyof Limit) => {
    const value = field(given, name);
    if (value === null) return null;
    return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : usual[name];
  };
  return { warn: read("warn"), fail: read("fail") };
}

const field = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;

/** Returns the level that a value reaches. */
export function levelOf(value: number, { warn, fail }: Limit): "fail" | "warn" | "pass" {
  if (fail !== null && value >= fail) return "fail";
  return warn !== null && value >= warn ? "warn" : "pass";
}
