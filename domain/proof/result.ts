// The result of a finished proof, as callers read it.
import type { JudgedCondition } from "./conditions/judgeConditions.ts";
import type { ProofReason } from "./reasons.ts";
import type { MatchedScenario, NamedCandidate, ProofRecord } from "./record.ts";

/** Phases of a proof: read, match, run, judge, comment. */
export const PROOF_STEPS = 5;

/** The comment in the ticket, or why there is none, as a sentence. */
export type PostedComment = { url: string | null; problem: string | null };

export type ProofResult = {
  proofVerdict: "proven" | "failed";
  proofOutcome: { proven: boolean; headline: string; reasons: ProofReason[] };
  /** To paste unchanged into the comment of the ticket. */
  issueMarkdown: string;
  matchesTicketIntent: boolean;
  /** Of the ticket: what must hold beside the action, and what decided it. Results of earlier versions have none. */
  conditions?: JudgedCondition[];
  warnings: string[];
  issueKey: string;
  title: string;
  scenario: (MatchedScenario & { matchesTicketIntent: boolean }) | null;
  event: ProofRecord["event"];
  candidates: { scenarios: NamedCandidate[]; events: NamedCandidate[] };
  environment: ProofRecord["environment"];
  /** The run that was judged; null: none was. */
  runId: string | null;
  evidenceId: string;
  /** null: the service has no public address. */
  evidenceUrl: string | null;
  /** null: the project's proofs write no comment. */
  comment: PostedComment | null;
};

export function proofResult(
  proof: ProofRecord,
  {
    markdown,
    evidenceId,
    evidenceUrl,
    comment,
  }: { markdown: string; evidenceId: string; evidenceUrl: string | null; comment: PostedComment | null },
): ProofResult {
  const { proofVerdict, outcome, scenario, event, candidates, warnings, environment, ticket, run } = proof;
  return {
    proofVerdict,
    proofOutcome: outcome,
    issueMarkdown: markdown,
    matchesTicketIntent: scenario?.matchesTicketIntent ?? false,
    conditions: proof.conditions ?? [],
    warnings: comment?.problem ? [...warnings, `The comment was not written. ${comment.problem}`] : warnings,
    issueKey: ticket.key,
    title: ticket.title,
    scenario,
    event,
    candidates,
    environment,
    runId: run?.runId ?? null,
    evidenceId,
    evidenceUrl,
    comment,
  };
}
