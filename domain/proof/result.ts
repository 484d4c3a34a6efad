// The result of a finished proof as returned to callers.
import type { JudgedCondition } from "./conditions/judgeConditions.ts";
import type { ProofReason } from "./reasons.ts";
import type { MatchedScenario, NamedCandidate, ProofRecord } from "./record.ts";

/** Phases of a proof: read, match, run, judge, comment. */
export const PROOF_STEPS = 5;

/** The comment on the ticket, or why there is none, as a sentence. */
export type PostedComment = { url: string | null; problem: string | null };

export type ProofResult = {
  proofVerdict: "proven" | "failed";
  proofOutcome: { proven: boolean; headline: string; reasons: ProofReason[] };
  /** Text to paste unchanged into a comment on the ticket. */
  issueMarkdown: string;
  matchesTicketIntent: boolean;
  /** The ticket's conditions besides the action, with their results. Missing in results of earlier versions. */
  conditions?: JudgedCondition[];
  warnings: string[];
  issueKey: string;
  title: string;
  scenario: (MatchedScenario & { matchesTicketIntent: boolean }) | null;
  event: ProofRecord["event"];
  candidates: { scenarios: NamedCandidate[]; events: NamedCandidate[] };
  environment: ProofRecord["environment"];
  /** The judged run; null if there was none. */
  runId: string | null;
  evidenceId: string;
  /** null if the service has no public URL. */
  evidenceUrl: string | null;
  /** null if proofs of the project post no comment. */
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
