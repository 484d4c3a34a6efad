// Audits one page: facts, rules and a verdict for each row of the plan.
import type { Finding } from "../../audit/finding.ts";
import { type Checked, type Place, runChecks } from "../../audit/runChecks.ts";
import { unknownAttributes } from "./attributes.ts";
import { consentDoubtOf } from "./consentDoubt.ts";
import { type Facts, factsOf } from "./facts.ts";
import type { Item } from "./item.ts";
import type { TrackingData } from "./observation.ts";
import type { LinkedProof, TrackingPlan } from "./plan.ts";
import { beaconProof, pushProof } from "./proof.ts";
import { TRACKING_CHECKS } from "./table.ts";

export type ItemStatus = "pass" | "fail" | "not_exercised";

/** Verdict on one row of the plan, with its proof. Page rows have the `kind` "page" and the id of their page. */
export type ItemVerdict = {
  planEventId: string;
  kind: "page" | "event";
  label: string;
  eventType: string | null;
  status: ItemStatus;
  /** Why the row was not tried, or which functional run the verdict is based on. */
  reason: string | null;
  violations: { rule: string; message: string }[];
  /** Attributes whose values could not be checked because they were redacted or not read. */
  notJudged: string[];
  push: ReturnType<typeof pushProof> | null;
  beacons: ReturnType<typeof beaconProof>[];
  screenshotId: string | null;
};

/** A beacon as listed in reports. */
export type ListedBeacon = ReturnType<typeof beaconProof> & { beforeConsent: boolean; address: string };

export type TrackingDetails = {
  planPageId: string | null;
  events: ItemVerdict[];
  beacons: ListedBeacon[];
  /** Remarks in addition to the rows, as sentences with a code. */
  remarks: { code: "consent_banner" | "data_layer_function"; message: string }[];
  /** Sentences about what was left out. */
  cut: string[];
};

export type TrackingPageAudit = Checked & {
  /** Share of proven rows among the rows that could be tried, 0 to 100; null if there were none. */
  score: number | null;
  metrics: Record<string, number | null>;
  details: TrackingDetails;
};

const MAX_BEACONS = 100;
/** Maximum number of characters of all details. If there are more, the copies of pushes are dropped first. */
const MAX_DETAILS = 80_000;
const MAX_VIOLATIONS = 20;

/** Compares what a page pushed and sent with its rows of the plan. */
export function auditPage(data: TrackingData, plan: TrackingPlan, place: Place): TrackingPageAudit {
  const facts = factsOf(data, plan, place.page, place.baseUrl);
  const judged = runChecks(TRACKING_CHECKS, facts, place);
  const events = facts.items.map((item) => verdictOf(item, judged.findings));
  const count = (status: ItemStatus) => events.filter((one) => one.status === status).length;
  const unanswered = data.passes.filter(({ consent }) => consent.state === "failed").length;
  const proven = count("pass");
  const failing = count("fail");
  return {
    ...judged,
    score: proven + failing === 0 ? null : Math.round((100 * proven) / (proven + failing)),
    metrics: {
      planned: events.length,
      proven,
      failing,
      notExercised: count("not_exercised"),
      ...(unanswered > 0 ? { consentUnanswered: unanswered } : {}),
    },
    details: fitting({
      planPageId: facts.page?.id ?? null,
      events,
      beacons: listed(facts),
      remarks: remarksOf(data),
      cut: [...new Set(data.passes.flatMap(({ cut }) => cut))].slice(0, 10),
    }),
  };
}

function remarksOf({ passes }: TrackingData): TrackingDetails["remarks"] {
  const unanswered = passes.find(({ consent }) => consent.state === "failed");
  const doubt = unanswered && consentDoubtOf(unanswered);
  const functions = passes.flatMap(({ pushes }) => pushes.filter(({ form }) => form === "function")).length;
  const applied = passes.some(({ container }) => container != null);
  return [
    ...(doubt ? [{ code: "consent_banner" as const, message: doubt.sentence }] : []),
    ...(functions > 0
      ? [
          {
            code: "data_layer_function" as const,
            message: `${functions === 1 ? "A function was" : `${functions} functions were`} pushed to the data layer. ${applied ? "The tag manager's container was checked with its later contents." : "No known tag manager ran them, so what they would set is unknown."}`,
          },
        ]
      : []),
  ];
}

function verdictOf(item: Item, findings: readonly Finding[]): ItemVerdict {
  // Accepting a finding does not prove its row: only the plan says what must be sent.
  const violations = findings
    .filter(({ outcome, was, evidence }) => (was ?? outcome) === "failed" && concerns(evidence, item.id))
    .slice(0, MAX_VIOLATIONS)
    .map(({ rule, message }) => ({ rule, message: message.slice(0, 500) }));
  const first = item.occurrences[0];
  return {
    planEventId: item.id,
    kind: item.kind,
    label: item.label,
    eventType: item.eventType,
    status: statusOf(item, violations.length),
    reason: item.linked === null ? item.notExercised : shownBy(item.linked),
    violations,
    notJudged: first ? unknownAttributes(item, first).slice(0, 20) : [],
    push: first?.push ? pushProof(first.push) : null,
    beacons: (first?.beacons ?? []).slice(0, 5).map(beaconProof),
    screenshotId: item.screenshotId,
  };
}

function statusOf({ notExercised, linked }: Item, violations: number): ItemStatus {
  if (linked?.status === "pass" || linked?.status === "fail") return linked.status;
  if (notExercised !== null) return "not_exercised";
  return violations > 0 ? "fail" : "pass";
}

const shownBy = ({ runId, scenario, step }: LinkedProof): string =>
  `Checked by the functional run ${runId}: "${scenario}", step ${step + 1}.`;

function concerns(evidence: Finding["evidence"], id: string): boolean {
  return evidence.planId === id || (Array.isArray(evidence.planIds) && evidence.planIds.includes(id));
}

function listed({ passes }: Facts): ListedBeacon[] {
  return passes
    .flatMap((pass) =>
      pass.beacons.map((beacon) => ({
        ...beaconProof(beacon),
        beforeConsent: beacon.beforeConsent,
        address: pass.address,
      })),
    )
    .slice(0, MAX_BEACONS);
}

function fitting(details: TrackingDetails): TrackingDetails {
  let kept = details;
  const large = () => JSON.stringify(kept).length > MAX_DETAILS;
  if (large()) kept = { ...kept, beacons: kept.beacons.slice(0, 30) };
  if (large())
    kept = {
      ...kept,
      events: kept.events.map((one) => ({
        ...one,
        push: one.push && { ...one.push, copy: "", stack: [] },
        beacons: one.beacons.slice(0, 1),
      })),
    };
  if (large())
    kept = {
      ...kept,
      beacons: [],
      events: kept.events.map((one) => ({ ...one, violations: one.violations.slice(0, 3), beacons: [] })),
    };
  while (large()) kept = { ...kept, events: kept.events.slice(0, Math.floor(kept.events.length / 2)) };
  return kept === details
    ? details
    : { ...kept, cut: [...kept.cut, "The details of this page were more than is kept; its findings are complete."] };
}
