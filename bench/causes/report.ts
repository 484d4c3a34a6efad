// Figures of the causes benchmark. For every wrong pair: what is known, what was said, and the groups.
import { table } from "../../temporal-dev/table.ts";
import { median } from "../lib/stats.ts";
import type { Judged } from "./judge.ts";
import type { Faces } from "./measure.ts";
import { type Change, causesOf, type Pair } from "./truth.ts";

export type Outcome = {
  pair: Pair;
  faces: Faces;
  judged: Judged[];
};

const BARS = { groups: 1.1, right: 95, time: 2 };

const has = (change: Change, judged: readonly Judged[], ...truths: Judged["truth"][]): boolean =>
  judged.some((one) => truths.includes(one.truth) && one.changes.includes(change));

/** Returns the changes that an explanation describes correctly; a report or a title alone is not enough. */
const rightly = ({ pair, judged }: Outcome): Change[] =>
  causesOf(pair).filter((change) =>
    has(
      change,
      judged.filter(({ told }) => told.face === "explanation"),
      "right",
    ),
  );
const missed = ({ pair, judged, faces }: Outcome): Change[] =>
  faces.failed === 0 ? causesOf(pair) : causesOf(pair).filter((change) => !has(change, judged, "right", "part"));

/** Counts a sentence repeated by several faces or pages only once. */
export function falseOf({ judged }: Pick<Outcome, "judged">): Judged[] {
  const seen = new Set<string>();
  return judged.filter(({ truth, told }) => {
    const key = `${told.face} ${told.sentence}`;
    if (truth !== "false" || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Uses the face with the highest count. Too few groups for one pair do not compensate for too many for another. */
const groupsOf = ({ pair, faces: { groups } }: Outcome): number =>
  Math.max(causesOf(pair).length, groups.report, groups.failures, groups.review);
const countsAgree = ({ faces: { groups } }: Outcome): boolean =>
  groups.report === groups.failures && groups.report === groups.review;

const isWrong = (one: Outcome): boolean =>
  missed(one).length > 0 ||
  falseOf(one).length > 0 ||
  rightly(one).length < causesOf(one.pair).length ||
  groupsOf(one) > causesOf(one.pair).length ||
  !countsAgree(one);

const sum = (outcomes: readonly Outcome[], of: (one: Outcome) => number): number =>
  outcomes.reduce((total, one) => total + of(one), 0);
const causes = (outcomes: readonly Outcome[]): number => sum(outcomes, ({ pair }) => causesOf(pair).length);

function rowOf(name: string, outcomes: readonly Outcome[]): string[] {
  const all = causes(outcomes);
  return [
    name,
    String(outcomes.length),
    String(all),
    (sum(outcomes, groupsOf) / all).toFixed(2),
    `${sum(outcomes, (one) => rightly(one).length)} of ${all}`,
    String(sum(outcomes, (one) => falseOf(one).length)),
    String(sum(outcomes, (one) => missed(one).length)),
    `${outcomes.filter(countsAgree).length} of ${outcomes.length}`,
  ];
}

const HEAD = ["pairs", "causes", "groups / causes", "right", "false", "missed", "counts agree"];

export type Extra = {
  seconds: number;
  template: Outcome | null;
  /** ms of the results that passed, and the unchanged pages that did not pass. */
  passedMs: number[];
  alarms: string[];
  broken: string[];
};

export function reportOf(outcomes: readonly Outcome[], extra: Extra, show: boolean): string {
  const kinds = Map.groupBy(outcomes, ({ pair }) => pair.page);
  const topics = Map.groupBy(outcomes, ({ pair }) => (pair.page === "site" ? "part of 20 pages" : pair.topic));
  return [
    ...(outcomes.length > 0
      ? [
          table(
            ["kind of page", ...HEAD],
            [...kinds].map(([name, of]) => rowOf(name, of)),
          ),
          "",
          table(
            ["kind of change", ...HEAD],
            [...topics].map(([name, of]) => rowOf(name, of)),
          ),
          "",
          table(["", "measured", "bar", ""], barsOf(outcomes, extra)),
        ]
      : []),
    ...(extra.template ? ["", templateLine(extra.template)] : []),
    ...extra.alarms.map((line) => `unchanged, and did not pass: ${line}`),
    ...extra.broken.map((line) => `not measured: ${line}`),
    `${extra.seconds.toFixed(0)} s`,
    ...(show ? ["", ...[...outcomes, ...(extra.template ? [extra.template] : [])].filter(isWrong).map(shown)] : []),
  ].join("\n");
}

function barsOf(outcomes: readonly Outcome[], { passedMs }: Extra): string[][] {
  const all = causes(outcomes);
  const ratio = sum(outcomes, groupsOf) / all;
  const right = (sum(outcomes, (one) => rightly(one).length) * 100) / all;
  const falses = sum(outcomes, (one) => falseOf(one).length);
  const lost = sum(outcomes, (one) => missed(one).length);
  const agree = outcomes.filter(countsAgree).length;
  const failedMs = outcomes.flatMap(({ faces }) => faces.shotMs);
  const explainMs = outcomes.flatMap(({ faces }) => faces.explainMs);
  const failing = median(failedMs) + median(explainMs);
  const bar = (what: string, measured: string, wanted: string, met: boolean) => [
    what,
    measured,
    wanted,
    met ? "met" : "missed",
  ];
  const each = (face: "report" | "failures" | "review") => sum(outcomes, ({ faces }) => faces.groups[face]);
  return [
    bar("groups / causes", `${ratio.toFixed(2)} (by the face with the most)`, `≤ ${BARS.groups}`, ratio <= BARS.groups),
    bar("cause right", `${right.toFixed(1)} % of ${all}`, `≥ ${BARS.right} %`, right >= BARS.right),
    bar("false sentences", String(falses), "0", falses === 0),
    bar("changes missed", String(lost), "0", lost === 0),
    bar(
      "counts agree (report, failures, review)",
      `${agree} of ${outcomes.length} pairs (${each("report")}, ${each("failures")}, ${each("review")})`,
      "all",
      agree === outcomes.length,
    ),
    ...(passedMs.length > 0
      ? [
          bar(
            "a failing result beside a passing one",
            `${(failing / median(passedMs)).toFixed(1)} × (${failing.toFixed(0)} ms, ${median(explainMs).toFixed(0)} of it explaining; ${median(passedMs).toFixed(0)} ms)`,
            `≤ ${BARS.time} ×`,
            failing <= median(passedMs) * BARS.time,
          ),
        ]
      : []),
  ];
}

function templateLine(one: Outcome): string {
  const { groups, failed } = one.faces;
  const met = groups.report === 1 && groups.failures === 1 && groups.review === 1;
  return `a template of ${one.pair.pages.length} pages: ${groups.report} groups in the report, ${groups.failures} in get_run_failures, ${groups.review} in the review, of ${failed} failed results (bar 1: ${met ? "met" : "missed"}); ${falseOf(one).length} false sentences; ${rightly(one).length} of 1 right`;
}

const MAX_SHOWN = 14;

function shown(one: Outcome): string {
  const { pair, faces, judged } = one;
  const { report, failures, review } = faces.groups;
  const seen = new Set<string>();
  const lines = judged.flatMap(({ told, truth, why }) => {
    const key = `${told.face} ${told.sentence}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [
      `    ${truth}${why ? ` (${why})` : ""} ${told.face}, ${told.kind ?? "no kind"}: ${told.sentence.slice(0, 220)}`,
    ];
  });
  return [
    `${pair.number} ${pair.name}: groups ${report}, ${failures}, ${review} for ${causesOf(pair).length}; ${faces.failed} failed, ${faces.passed} passed`,
    ...pair.changes.map((change) => {
      const state =
        change.kind === "noise"
          ? "noise"
          : rightly(one).includes(change)
            ? "right"
            : missed(one).includes(change)
              ? "missed"
              : "not right";
      return `  ${state}: ${change.kind} in ${change.landmark}, ${change.what.slice(0, 160)}`;
    }),
    ...lines.slice(0, MAX_SHOWN),
    ...(lines.length > MAX_SHOWN ? [`    and ${lines.length - MAX_SHOWN} more`] : []),
  ].join("\n");
}

/** For export to another program, without the pages. */
export const plainOf = (one: Outcome) => ({
  number: one.pair.number,
  name: one.pair.name,
  changes: one.pair.changes.map(({ kind, what }) => ({ kind, what })),
  groups: one.faces.groups,
  right: rightly(one).length,
  missed: missed(one).length,
  false: falseOf(one).length,
  told: one.judged.map(({ told, truth, why }) => ({ ...told, truth, why })),
});
