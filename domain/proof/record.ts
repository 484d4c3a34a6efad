// The complete data of a proof, from which its comment, page and response are written.
import type { ScenarioStatus } from "../functional/attemptStatus.ts";
import type { ExpectedRow } from "../functional/trackingLinks.ts";
import type { PlanEvent } from "../pillars/tracking/plan.ts";
import type { Condition } from "./conditions/condition.ts";
import type { JudgedCondition } from "./conditions/judgeConditions.ts";
import type { Candidate } from "./match.ts";
import type { ProofReason } from "./reasons.ts";
import type { Ticket } from "./ticket.ts";
import type { EventStatus, ProofOutcome } from "./verdict.ts";

/** What a ticket was matched to, stored before anything runs. */
export type Matched = {
  scenario: MatchedScenario | null;
  /** How the event was chosen, in words; null if none was. */
  event: { plan: PlanEvent; how: string } | null;
  refused: ProofReason[];
  candidates: { scenarios: NamedCandidate[]; events: NamedCandidate[] };
  /** Quoted values of the ticket that the scenario's sentences do not contain. */
  missing: string[];
  /** Whether the event is linked to a step of the scenario. */
  linked: boolean;
  /** The stored run that is used instead of a new one. */
  reused: { runId: string; scenarioRunId: string; finishedAt: string } | null;
  /** Why no stored run is used although one was requested. */
  notReused: string | null;
  warnings: string[];
  /** Conditions besides the action. Missing in proofs of earlier versions. */
  conditions?: Condition[];
};
export type MatchedScenario = {
  featureId: string;
  feature: string;
  scenarioId: string;
  name: string;
  score: number;
  words: string[];
  /** Whether the feature contains the ticket's key. */
  named: boolean;
  /** Name of the model that chose it among the nearest scenarios; missing if none did. */
  chosenBy?: string;
};
/** A scenario that a model may choose. */
export type Offered = { id: string; name: string; featureId: string; scenarioId: string };
export type NamedCandidate = Candidate & { name: string };

export type ProofStep = {
  keyword: string;
  text: string;
  status: string;
  message: string | null;
  screenshotId: string | null;
  events: { name: string; provider: string }[];
};

export type ProofRecord = {
  jobId: string;
  projectId: string;
  projectName: string;
  ticket: Ticket;
  proofVerdict: "proven" | "failed";
  outcome: ProofOutcome;
  scenario: (MatchedScenario & { matchesTicketIntent: boolean }) | null;
  event: { id: string; label: string; eventType: string; status: EventStatus; how: string } | null;
  candidates: Matched["candidates"];
  warnings: string[];
  /** The ticket's conditions with their results. Missing in proofs of earlier versions. */
  conditions?: JudgedCondition[];
  environment: { name: string | null; baseUrl: string };
  run: {
    runId: string;
    commitSha: string | null;
    branch: string | null;
    browser: string;
    viewport: string;
    status: ScenarioStatus;
    startedAt: string;
    duration: number;
    attempts: number;
  } | null;
  steps: ProofStep[];
  rows: ExpectedRow[];
  times: { sent: number; expected: number } | null;
  carriedBy: string[];
  traceId: string | null;
  /** ISO 8601. */
  at: string;
};

/** URLs for the links of a comment; null if there is nothing to link to or the service has no public URL. */
export type ProofLinks = {
  evidence: string | null;
  trace: string | null;
  /** `step`: index of the step, from 0. */
  pictures: { step: number; url: string }[];
  /** ISO 8601 time at which the links expire; null if there are none. */
  until: string | null;
};

/** Maximum numbers of items in a comment; the page shows more. */
export const SHOWN = { steps: 30, rows: 40, pictures: 6, reasons: 8, warnings: 6, conditions: 12 } as const;
export const PAGE_SHOWN = { steps: 200, rows: 200 } as const;
