// All that is known of a proof: what its comment, its page and its answer are written from.
import type { ScenarioStatus } from "../functional/attemptStatus.ts";
import type { ExpectedRow } from "../functional/trackingLinks.ts";
import type { PlanEvent } from "../pillars/tracking/plan.ts";
import type { Condition } from "./conditions/condition.ts";
import type { JudgedCondition } from "./conditions/judgeConditions.ts";
import type { Candidate } from "./match.ts";
import type { ProofReason } from "./reasons.ts";
import type { Ticket } from "./ticket.ts";
import type { EventStatus, ProofOutcome } from "./verdict.ts";

/** What a ticket was found to mean, kept before anything is run. */
export type Matched = {
  scenario: MatchedScenario | null;
  /** How the event was chosen, in words; null: none was. */
  event: { plan: PlanEvent; how: string } | null;
  refused: ProofReason[];
  candidates: { scenarios: NamedCandidate[]; events: NamedCandidate[] };
  /** Quoted values of the ticket that the scenario's sentences do not hold. */
  missing: string[];
  /** The event is linked to a step of the scenario. */
  linked: boolean;
  /** A stored run that is judged instead of a new one. */
  reused: { runId: string; scenarioRunId: string; finishedAt: string } | null;
  /** Why no stored run is, where one was asked for. */
  notReused: string | null;
  warnings: string[];
  /** What must hold beside the action. Proofs of earlier versions have none. */
  conditions?: Condition[];
};
export type MatchedScenario = {
  featureId: string;
  feature: string;
  scenarioId: string;
  name: string;
  score: number;
  words: string[];
  /** The feature carries the ticket's key. */
  named: boolean;
};
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
  /** Of the ticket, each with what decided it. Proofs of earlier versions have none. */
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

/** Addresses of what a comment links; null: not there, or the service has no public address. */
export type ProofLinks = {
  evidence: string | null;
  trace: string | null;
  /** By the step's number from 0. */
  pictures: { step: number; url: string }[];
  /** Until when they open; null: there are none. ISO 8601. */
  until: string | null;
};

/** Steps, rows and pictures that a comment holds; the page holds more. */
export const SHOWN = { steps: 30, rows: 40, pictures: 6, reasons: 8, warnings: 6, conditions: 12 } as const;
export const PAGE_SHOWN = { steps: 200, rows: 200 } as const;
