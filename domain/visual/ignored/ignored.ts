// Determines which ignored changes apply to a result and which have ended, with the sentences about both.
import { dayOf } from "../../report/words.ts";
import { plural } from "../../text.ts";
import { IGNORE_ENDS, type IgnoreEnd } from "../../words/ignored.ts";
import type { Reason } from "../outcome.ts";
import { coveredBy, type Difference } from "./difference.ts";

/** A difference that a person ignored at one place. `baseline`: artifact of the baseline it was compared with. */
export type Ignored = Difference & {
  id: string;
  end: IgnoreEnd;
  until: Date | null;
  baseline: string | null;
  by: string;
  note: string | null;
  /** The changes in words, largest first. */
  sentences: readonly string[];
  stoppedAt: Date | null;
  stoppedBy: string | null;
};

const DAY_MS = 24 * 3_600_000;
const NAMED = 3;

/** Returns when the decision ends; null if it does not end on a date. */
export function untilOf(end: IgnoreEnd, now: Date): Date | null {
  const { days } = IGNORE_ENDS[end];
  return days === null ? null : new Date(now.getTime() + days * DAY_MS);
}

export const IGNORED_STATES = ["holds", "expired", "replaced", "stopped"] as const;
/** `expired`: its date has passed. `replaced`: there is a new baseline. `stopped`: a person ended it. */
export type IgnoredState = (typeof IGNORED_STATES)[number];

/** Returns the state of the decision. `baseline`: artifact of the current baseline; undefined if unknown, which is treated as unchanged. */
export function stateOf(
  { end, until, baseline: compared, stoppedAt }: Pick<Ignored, "end" | "until" | "baseline" | "stoppedAt">,
  { now, baseline }: { now: Date; baseline?: string | null | undefined },
): IgnoredState {
  if (stoppedAt) return "stopped";
  if (until && until.getTime() <= now.getTime()) return "expired";
  return end === "baseline" && baseline !== undefined && baseline !== compared ? "replaced" : "holds";
}

/**
 * Returns whether a failed comparison passes because of ignored changes. `passes` is false if the decision has ended, so that the result
 * needs review again. null if this difference was never ignored.
 */
export function ignoredAnswer(
  shown: Difference | null,
  kept: readonly Ignored[],
  place: { now: Date; baseline: string | null },
): { passes: boolean; reason: Reason } | null {
  if (!shown) return null;
  const holding = coveredBy(
    shown,
    kept.filter((one) => stateOf(one, place) === "holds"),
  );
  if (holding) return { passes: true, reason: ignoredReason(holding) };
  const [last] = coveredBy(shown, kept) ?? [];
  return last ? { passes: false, reason: endedReason(last, stateOf(last, place)) } : null;
}

/** Example: "Ignored until 24 December 2026 by ada@shop.example: the banner of the week." */
export function ignoredReason(kept: readonly Omit<Ignored, keyof Difference>[]): Reason {
  const told = kept.slice(0, NAMED).map((one) => {
    const why = one.note ?? one.sentences[0];
    return `Ignored ${endWords(one)} by ${one.by}${why ? `: ${withoutDot(why)}` : ""}.`;
  });
  const more = kept.length > NAMED ? [`And by ${plural(kept.length - NAMED, "more decision")}.`] : [];
  const [first] = kept;
  return {
    code: "ignored_change",
    message: [...told, ...more].join(" "),
    data: {
      ignored: kept.map(({ id }) => id).join(" "),
      by: first?.by ?? "",
      until: first?.until?.toISOString() ?? null,
    },
  };
}

/** Whether a result passes because of one of these decisions. */
export function restsOn(reasons: readonly Reason[], ids: ReadonlySet<string>): boolean {
  const by = reasons.find(({ code }) => code === "ignored_change")?.data?.ignored;
  return typeof by === "string" && by.split(" ").some((id) => ids.has(id));
}

/** Returns the reasons of a result that passed because of a decision, once that decision has ended. */
export function reasonsAfter(reasons: readonly Reason[], ended: Ignored): Reason[] {
  const own = reasons.filter(({ code }) => code !== "ignored_change");
  return own.toSpliced(1, 0, endedReason(ended, "stopped"));
}

/** Returns "until 24 December 2026", "until the next baseline" or "permanently". */
export function endWords({ end, until }: Pick<Ignored, "end" | "until">): string {
  if (until) return `until ${dayOf(until.toISOString())}`;
  return end === "baseline" ? "until the next baseline" : "permanently";
}

/** For a decision that has ended: "Ignored until 24 December 2026 by ada@shop.example. It needs review again." */
function endedReason(one: Ignored, state: IgnoredState): Reason {
  return {
    code: "was_ignored",
    message: `${endedWords(one, state)} It needs review again.`,
    data: { ignored: one.id, by: one.by, until: one.until?.toISOString() ?? null },
  };
}

/** Returns one sentence about the current state of an ignored change. */
export function endedWords(
  one: Pick<Ignored, "end" | "until" | "by" | "stoppedAt" | "stoppedBy">,
  state: IgnoredState,
): string {
  if (state === "stopped" && one.stoppedAt)
    return `Ignored by ${one.by} until ${one.stoppedBy} stopped it on ${dayOf(one.stoppedAt.toISOString())}.`;
  if (state === "replaced") return `Ignored by ${one.by} until the baseline changed.`;
  return `Ignored ${endWords(one)} by ${one.by}.`;
}

const withoutDot = (sentence: string): string => sentence.replace(/\.$/, "");
