// The closed list of reasons why a ticket is or is not proven, each with a sentence.
import { oneLine, truncate } from "../text.ts";

export const PROOF_REASONS = [
  "proven",
  "ticket_without_meaning",
  "ticket_asks_for_absence",
  "ticket_unreadable",
  "no_scenario",
  "no_scenario_matches",
  "several_scenarios",
  "no_event",
  "unknown_event",
  "no_event_matches",
  "several_events",
  "scenario_did_not_pass",
  "scenario_not_run",
  "event_not_sent",
  "event_wrong",
  "event_not_judged",
  "condition_not_tested",
  "condition_not_met",
] as const;
export type ProofReasonCode = (typeof PROOF_REASONS)[number];
export type ProofReason = { code: ProofReasonCode; message: string };

/** Creates a reason. Its sentence may quote tickets, pages and plans, so it is put on one line and truncated. */
export const reason = (code: ProofReasonCode, message: string): ProofReason => ({
  code,
  message: truncate(oneLine(message), 600),
});
