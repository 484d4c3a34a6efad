// What makes the gate of a pull request warn or fail: one table of defaults, which a project's settings override.
import { PILLARS, type Pillar } from "../audit/pillars.ts";

/** From that many on; null: never. */
export type Limit = { warn: number | null; fail: number | null };

export type GateThresholds = {
  /** Pictures that are neither equal nor approved. */
  visualFailures: Limit;
  functionalFailures: Limit;
  /** Findings that the base branch does not have. */
  newCritical: Limit;
  newSerious: Limit;
  /** Points of a pillar below its rolling score; only a fall beyond its noise counts at all. */
  healthFall: Limit;
  /** Pillars without which there is no verdict. */
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
 * The thresholds of a project: `settings.gate` over the defaults. It was stored by who knows which version, so whatever
 * does not fit is passed over: a limit is a number above 0, or null for never.
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

/** How much of `value` is too much. */
export function levelOf(value: number, { warn, fail }: Limit): "fail" | "warn" | "pass" {
  if (fail !== null && value >= fail) return "fail";
  return warn !== null && value >= warn ? "warn" : "pass";
}
