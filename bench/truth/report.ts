// Figures of the truth benchmark, and a line for each thing that went wrong.
import type { BrowserName } from "../../domain/visual/shot.ts";
import { table } from "../../temporal-dev/table.ts";
import { median, p95 } from "../lib/stats.ts";
import type { Judged, Place } from "./measure.ts";
import type { TruthOptions } from "./options.ts";

/**
 * change: a genuine change; `passed` means it was missed. invisible: a change that no pixel shows at that size. calm, restless: unchanged
 * pages. random: content that differs between visits. broken: could not be measured.
 */
export type OutcomeKind = "change" | "invisible" | "calm" | "restless" | "random" | "broken";
export type Outcome = { kind: OutcomeKind; what: string; page: string; place: Place; judged: Judged };

/** Maximum percentage of unchanged captures that may fail. */
const MAX_FALSE_PERCENT = 0.2;

export function reportOf(outcomes: readonly Outcome[], options: TruthOptions, seconds: number): string {
  const of = (...kinds: OutcomeKind[]) => outcomes.filter(({ kind }) => kinds.includes(kind));
  const changes = of("change");
  const missed = changes.filter(({ judged }) => judged.passed);
  const unchanged = of("calm", "restless");
  const alarms = unchanged.filter(({ judged }) => !judged.passed);
  const random = of("random");
  const broken = of("broken");
  const invisible = of("invisible");
  const unseen = invisible.filter(({ place }) => place.viewport.name === "desktop");
  const distinct = new Set(changes.map(({ page, what }) => `${page} ${what}`)).size;
  const flaky = unchanged.filter(({ judged }) => judged.passed && judged.flaky);
  const load =
    options.burners > 0
      ? `with ${options.burners} busy processes beside${options.slow ? " and slow answers" : ""}`
      : "without load of its own";
  return [
    `${options.rounds} ${options.rounds === 1 ? "round" : "rounds"} ${load}, ${options.lanes} shots at once, ${Math.round(seconds)} s`,
    `changes missed: ${missed.length} of ${changes.length} (${distinct} changes; ${invisible.length} more show nowhere at their size)`,
    ...missed.map(line),
    ...unseen.map((one) => `  shows nowhere on desktop, so proves nothing: ${nameOf(one)}`),
    `false alarms: ${alarms.length} of ${unchanged.length} = ${percent(alarms.length, unchanged.length)} %, ${new Set(of("restless").map(({ page }) => page)).size} restless pages (bar ≤ ${MAX_FALSE_PERCENT} %)`,
    ...alarms.map(line),
    `passed at the second capture: ${flaky.length}`,
    ...grouped(flaky),
    `random content (apart: no tool can know): ${random.filter(({ judged }) => !judged.passed).length} of ${random.length} failed`,
    ...(broken.length > 0 ? [`not measured: ${broken.length}`, ...broken.map(line)] : []),
    "",
    table(
      [
        "viewport",
        "browser",
        "changes missed",
        "calm false",
        "restless false",
        "random failed",
        "s unchanged",
        "p95",
        "s changed",
        "p95",
      ],
      options.places.map((place) => rowOf(place, outcomes)),
    ),
    "",
    verdict(missed.length, alarms.length, unchanged.length, broken.length),
  ].join("\n");
}

function verdict(missed: number, alarms: number, unchanged: number, broken: number): string {
  const noneMissed = missed === 0 ? "met" : "missed";
  const fewAlarms = alarms * 100 <= unchanged * MAX_FALSE_PERCENT ? "met" : "missed";
  const whole = broken === 0 ? "" : `; ${broken} could not be measured`;
  return `no genuine change missed: ${noneMissed}; false alarms ≤ ${MAX_FALSE_PERCENT} %: ${fewAlarms}${whole}`;
}

function rowOf({ viewport, browser }: Place, outcomes: readonly Outcome[]): string[] {
  const here = outcomes.filter(({ place }) => place.browser === browser && place.viewport.name === viewport.name);
  const of = (kind: OutcomeKind) => here.filter((one) => one.kind === kind);
  const part = (kind: OutcomeKind, counts: (judged: Judged) => boolean) =>
    `${of(kind).filter(({ judged }) => counts(judged)).length} of ${of(kind).length}`;
  const times = (kinds: OutcomeKind[]) =>
    here.filter(({ kind }) => kinds.includes(kind)).map(({ judged }) => judged.ms);
  const failed = (judged: Judged) => !judged.passed;
  return [
    viewport.name,
    browser satisfies BrowserName,
    part("change", ({ passed }) => passed),
    part("calm", failed),
    part("restless", failed),
    part("random", failed),
    ...secondsOf(times(["calm"])),
    ...secondsOf(times(["change"])),
  ];
}

function secondsOf(ms: number[]): string[] {
  return [median(ms), p95(ms)].map((value) => (value / 1000).toFixed(1));
}

const nameOf = ({ page, what, place }: Outcome): string => `${page}: ${what}, ${place.viewport.name}, ${place.browser}`;

function line(one: Outcome): string {
  return `  ${nameOf(one)}\n    ${one.judged.sentences.slice(0, 3).join("\n    ") || "equal to the baseline"}`;
}

/** Groups outcomes, because an unstable page fails in many rounds. */
function grouped(outcomes: readonly Outcome[]): string[] {
  const counts = new Map<string, number>();
  for (const one of outcomes) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return [...counts].map(([name, count]) => `  ${name}${count > 1 ? ` (${count} times)` : ""}`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0" : ((part / whole) * 100).toFixed(2);
}
