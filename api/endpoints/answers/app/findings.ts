// Response schemas for findings on the dashboard's audit screens.
import { boolean, object, string } from "yup";
import { OUTCOMES, SEVERITIES } from "../../../../domain/audit/finding.ts";
import { FINDING_STATUSES } from "../../../../domain/audit/findingStatus.ts";
import { AUDIT_PILLARS } from "../../../../domain/audit/pillars.ts";
import {
  count,
  id,
  listOf,
  maybeNumber,
  maybeObject,
  maybeText,
  nextCursor,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
  yes,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { bySeverity, commitFields } from "./shared.ts";

const severity = () => oneOf(SEVERITIES).required();
const pillar = () => oneOf(AUDIT_PILLARS).required();
const byStatus = { new: count(), standing: count(), fixed: count(), accepted: count() };

const acceptance = {
  id: id().meta(note("Another one for each decision")),
  reason: text(),
  until: time(),
  by: text(),
  at: time(),
  expired: boolean().required(),
};

const finding = object({
  fingerprint: id(),
  pillar: pillar(),
  rule: text(),
  severity: severity(),
  outcome: oneOf(OUTCOMES).required().meta(note("Of an accepted finding what it would be without that")),
  status: oneOf(FINDING_STATUSES).required(),
  page: string().defined(),
  target: string().defined(),
  selector: string().defined(),
  message: text(),
  help: string().defined(),
  evidence: object().required(),
  screenshot: maybeText().meta(note("Signed link that expires")),
  firstSeen: maybeObject({ runId: id(), at: time() }),
  timesSeen: maybeNumber().meta(note("Runs in a row, this one too; null: an older run, which did not count")),
  acceptance: maybeObject(acceptance),
  acceptedElsewhere: maybeText().meta(note("Whose acceptance does not hold in this run: its branch does not have it")),
  pages: maybeObject({ runId: id(), count: count(), of: count().meta(note("Pages that were measured")) }).meta(
    note("Of a finding that several pages share: `page` is the first, all are at …/findings/{fingerprint}/pages"),
  ),
}).required();

export const appFindings = named(
  "AppFindings",
  object({
    project: text(),
    pillar: pillar(),
    run: maybeObject({
      runId: id(),
      at: time(),
      verdict: oneOf(["pass", "fail"]).nullable().defined(),
      environmentName: maybeText(),
      ...commitFields,
      reasons: texts(),
      comparedWith: maybeText(),
    }).meta(note("null: no run of the pillar has completed there")),
    counts: object({ ...byStatus, bySeverity: bySeverity.required().meta(note("Of what fails now")) }).required(),
    ruleCounts: rowsOf({
      rule: text(),
      title: maybeText(),
      fault: maybeText(),
      severity: severity(),
      ...byStatus,
    }).meta(note("All rules of the run, whatever the filter")),
    rules: rowsOf({
      rule: text(),
      title: maybeText().meta(note("What holds on a good page")),
      fault: maybeText().meta(note("What is wrong; null: the rule has no words for it")),
      help: string().defined(),
      severity: severity(),
      total: count().meta(note("Findings of the rule that fit, on other pages of the list too")),
      pages: rowsOf({ page: string().defined(), findings: listOf(finding) }),
    }),
    total: count(),
    cut: boolean()
      .required()
      .meta(note("Whether the run has more findings than are counted here, which are the worst")),
    nextCursor: nextCursor(),
  }).required(),
);

export const appFindingPages = named(
  "AppFindingPages",
  object({
    runId: id(),
    fingerprint: id(),
    count: count(),
    of: count().meta(note("Pages that were measured")),
    pages: rowsOf({ page: string().defined(), target: string().defined(), message: string().defined() }),
    nextCursor: nextCursor(),
  }).required(),
);
export type AppFindingPages = AnswerOf<typeof appFindingPages>;
export type AppFindings = AnswerOf<typeof appFindings>;
export type AppFinding = AppFindings["rules"][number]["pages"][number]["findings"][number];

const rejudged = rowsOf({
  runId: id(),
  verdict: oneOf(["pass", "fail"]).required(),
  changed: boolean().required(),
}).meta(note("Completed runs whose verdict was recalculated: the latest of an environment and a branch"));

export const appAccepted = named(
  "AppAccepted",
  object({
    success: yes(),
    accepted: rowsOf({ fingerprint: id(), ...acceptance }),
    refused: rowsOf({ fingerprint: id(), message: text() }),
    runs: rejudged,
  }).required(),
);
export type AppAccepted = AnswerOf<typeof appAccepted>;

export const appUnaccepted = named(
  "AppUnaccepted",
  object({ success: yes(), taken: texts().meta(note("Fingerprints")), runs: rejudged }).required(),
);
export type AppUnaccepted = AnswerOf<typeof appUnaccepted>;

export const appAcceptances = named(
  "AppAcceptances",
  object({
    acceptances: rowsOf({
      fingerprint: id(),
      pillar: pillar(),
      rule: text(),
      severity: severity(),
      ...acceptance,
      page: string().defined(),
      target: string().defined(),
      message: text(),
      branch: maybeText().meta(note("Of the reviewed run; null: it had none, or the acceptance is old")),
    }),
    nextCursor: nextCursor(),
  }).required(),
);
export type AppAcceptances = AnswerOf<typeof appAcceptances>;
