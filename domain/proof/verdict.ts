// Decides the result of a proof from the choice of scenario and event and from what was recorded when the scenario ran. Pure.
import type { ScenarioStatus } from "../functional/attemptStatus.ts";
import type { LinkVerdict } from "../functional/trackingLinks.ts";
import { truncate } from "../text.ts";
import type { JudgedCondition } from "./conditions/judgeConditions.ts";
import { type ProofReason, reason } from "./reasons.ts";

/** `not_judged`: the event was not checked, or the scenario did not complete, so nothing is known about the event. */
export const EVENT_STATUSES = ["pass", "fail", "not_judged"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export type ProofOutcome = { proven: boolean; headline: string; reasons: ProofReason[] };

export type VerdictInput = {
  issueKey: string;
  matchesTicketIntent: boolean;
  /** Why there is no scenario or no event to judge; [] if both were chosen. */
  refused: readonly ProofReason[];
  /** null if nothing ran. */
  ran: { status: ScenarioStatus; scenario: string; message: string | null; error: string | null } | null;
  event: { label: string; eventType: string } | null;
  link: LinkVerdict | null;
  /** The ticket's conditions, judged by what ran; [] if nothing was judged. */
  conditions: readonly JudgedCondition[];
};

export type Verdict = {
  proofVerdict: "proven" | "failed";
  eventStatus: EventStatus;
  /** Whether the scenario does what the ticket describes, under all of its conditions. */
  matchesTicketIntent: boolean;
  outcome: ProofOutcome;
};

/** A ticket is proven only if the scenario matches it and ran to its end, the event is as planned, and every condition of the ticket was met. */
export function judgeProof(input: VerdictInput): Verdict {
  const key = truncate(input.issueKey, 100);
  const found = eventStatusOf(input);
  const acted = found.status === "pass" && input.matchesTicketIntent;
  const open = acted ? input.conditions.filter(({ status }) => status !== "met") : [];
  const proven = acted && open.length === 0;
  const reasons = [...input.refused, ...found.reasons, ...open.slice(0, MAX_OPEN).map(conditionReason)];
  const name =
    input.event === null ? "" : `${truncate(input.event.label, 120)} (${truncate(input.event.eventType, 80)})`;
  return {
    proofVerdict: proven ? "proven" : "failed",
    eventStatus: found.status,
    matchesTicketIntent: input.matchesTicketIntent && open.length === 0,
    outcome: {
      proven,
      headline: proven
        ? `${key} is proven: ${name} is sent as planned.`
        : open.length > 0
          ? openHeadline(open)
          : `${key} is not proven: ${reasons[0]?.message ?? "Nothing was checked."}`,
      reasons: proven ? [reason("proven", `${name} was sent as planned in "${input.ran?.scenario ?? ""}".`)] : reasons,
    },
  };
}

const MAX_OPEN = 20;
/** Maximum number of conditions in a headline. */
const MAX_NAMED = 3;

const named = ({ words, why }: JudgedCondition): string => `"${truncate(words, 100)}" (${why})`;

const conditionReason = (condition: JudgedCondition): ProofReason =>
  condition.status === "not_met"
    ? reason("condition_not_met", `Condition not met: ${named(condition)}.`)
    : reason("condition_not_tested", `Condition not tested: ${named(condition)}.`);

/** Conditions that the event contradicts come before those that nothing proves. */
function openHeadline(open: readonly JudgedCondition[]): string {
  const listed = (status: JudgedCondition["status"]): string => {
    const all = open.filter((one) => one.status === status);
    const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : "";
    return `${all.slice(0, MAX_NAMED).map(named).join(", ")}${more}`;
  };
  const [broken, untested] = [listed("not_met"), listed("not_tested")];
  if (broken === "") return `Action proven, condition not tested: ${untested}.`;
  return `Action proven, condition not met: ${broken}.${untested === "" ? "" : ` Condition not tested: ${untested}.`}`;
}

function eventStatusOf({ ran, event, link, refused }: VerdictInput): { status: EventStatus; reasons: ProofReason[] } {
  if (refused.length > 0) return { status: "not_judged", reasons: [] };
  if (ran === null) return { status: "not_judged", reasons: [reason("scenario_not_run", "The scenario was not run.")] };
  if (ran.status === "pending" || ran.status === "error")
    return {
      status: "not_judged",
      reasons: [
        reason(
          "scenario_not_run",
          `The scenario "${ran.scenario}" could not be run: ${ran.message ?? ran.error ?? "no reason was recorded."}`,
        ),
      ],
    };
  if (link?.status === "fail") {
    const sent = link.times?.sent ?? 0;
    // The event may occur in any step, so it could not occur after the scenario broke. That says nothing about the event.
    if (ran.status !== "passed" && link.anywhere && sent === 0)
      return { status: "not_judged", reasons: [brokenScenario(ran)] };
    const code = sent === 0 ? "event_not_sent" : "event_wrong";
    return { status: "fail", reasons: link.violations.slice(0, 20).map((message) => reason(code, message)) };
  }
  if (ran.status !== "passed") return { status: "not_judged", reasons: [brokenScenario(ran)] };
  if (link === null)
    return {
      status: "not_judged",
      reasons: [
        reason(
          "event_not_judged",
          `The run recorded nothing about the event "${event?.eventType ?? ""}": tracking is recorded in Chromium only.`,
        ),
      ],
    };
  return { status: "pass", reasons: [] };
}

const brokenScenario = ({ scenario, status, message }: NonNullable<VerdictInput["ran"]>): ProofReason =>
  reason(
    "scenario_did_not_pass",
    `The scenario "${scenario}" did not pass (${status}): ${message ?? "no reason was recorded."}`,
  );

/** Returns the warnings of a proof as sentences. */
export function warningsOf(input: {
  /** Whether the feature contains the ticket's key. */
  named: boolean;
  linked: boolean;
  scenario: string;
  missing: readonly string[];
  reused: { runId: string; finishedAt: string } | null;
  notReused: string | null;
  flaky: boolean;
  carriedBy: readonly string[] | null;
}): string[] {
  const generic =
    input.missing.length > 0
      ? ` It does not use what the ticket quotes: ${input.missing
          .map((one) => `"${truncate(one, 60)}"`)
          .slice(0, 5)
          .join(", ")}.`
      : "";
  return [
    ...(input.named
      ? []
      : [
          `Proof by intent: the scenario "${truncate(input.scenario, 120)}" is a generic one that means what the ticket means; its feature does not carry the ticket's key.${generic}`,
        ]),
    ...(input.named && generic !== "" ? [generic.trim().replace(/^It /, "The scenario ")] : []),
    ...(input.linked ? [] : ["The event is not linked to a step: it was checked wherever the scenario sends it."]),
    ...(input.reused
      ? [`Reused audit: the run ${input.reused.runId} of ${input.reused.finishedAt} was used, without a new run.`]
      : []),
    ...(input.notReused ? [input.notReused] : []),
    ...(input.flaky ? ["The scenario passed only on a retry."] : []),
    ...(input.carriedBy !== null && input.carriedBy.length === 0
      ? ["The event was pushed to the data layer; no request that sends it was seen."]
      : []),
  ];
}
