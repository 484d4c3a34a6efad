import type { Stabiliser } from "./stabiliser.ts";

/** Used if the scenario stops the clock without specifying a time. */
export const DEFAULT_TIME = "2025-01-01T12:00:00.000Z";

/** Timers and performance.now continue: only the page's current date stands still. */
const stopClock = (now: number): string => `(() => {
  const now = ${now};
  const Real = Date;
  const fixed = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now] : given, made),
    apply: () => new Real(now).toString(),
    get: (target, key) => (key === "now" ? () => now : Reflect.get(target, key)),
  });
  Real.prototype.constructor = fixed;
  globalThis.Date = fixed;
  if (typeof Temporal === "object") {
    const at = (zone) => Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone ?? "UTC");
    const today = {
      instant: () => at().toInstant(),
      zonedDateTimeISO: at,
      plainDateTimeISO: (zone) => at(zone).toPlainDateTime(),
      plainDateISO: (zone) => at(zone).toPlainDate(),
      plainTimeISO: (zone) => at(zone).toPlainTime(),
    };
    for (const [name, value] of Object.entries(today)) Object.defineProperty(Temporal.Now, name, { value });
  }
})();`;

/** Stops the page's clock at the scenario's time. Off by default, because it changes what the page computes. */
export const fixedClock: Stabiliser = {
  name: "fixedClock",
  phase: "context",
  boundMs: 1_000,
  context: (spec) => {
    const asked = Date.parse(spec.fixedTime ?? DEFAULT_TIME);
    return { initScript: stopClock(Number.isNaN(asked) ? Date.parse(DEFAULT_TIME) : asked) };
  },
  explainFailure: () => "The page's clock could not be stopped.",
};
