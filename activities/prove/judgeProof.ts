// Judges the event of a proof by what was recorded when its scenario ran, and writes the record behind comment, page and response.
import { type LinkVerdict, namesOf } from "../../domain/functional/trackingLinks.ts";
import { proofRunIdOf } from "../../domain/ids.ts";
import { type JudgedCondition, judgeConditions } from "../../domain/proof/conditions/judgeConditions.ts";
import type { Ran } from "../../domain/proof/conditions/ran.ts";
import { readConditions } from "../../domain/proof/conditions/readConditions.ts";
import type { Matched, ProofRecord, ProofStep } from "../../domain/proof/record.ts";
import { PAGE_SHOWN } from "../../domain/proof/record.ts";
import type { Ticket } from "../../domain/proof/ticket.ts";
import { judgeProof as decide, warningsOf } from "../../domain/proof/verdict.ts";
import { truncate } from "../../domain/text.ts";
import { orderIn } from "../../domain/untrusted/orders.ts";
import { findEnvironment } from "../../models/environments/queries.ts";
import { keepProofPart, proofPart } from "../../models/jobs/proofs.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import { attemptsOf, scenariosOfRun } from "../../models/scenarioRuns/ofRun.ts";
import { type ScenarioAttempt, type ScenarioRun, stepsOf, trackingOf } from "../../models/scenarioRuns/schema.ts";
import { findWork } from "../../models/work/queries.ts";
import { invalid } from "../failures.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProveDeps } from "./deps.ts";

/** Maximum characters of a step's message. */
const MAX_MESSAGE = 500;

type Seen = { run: Run; scenario: Omit<ScenarioRun, "plan" | "links"> | null; attempt: ScenarioAttempt | null };

/** Stores the verdict once; a repeated call returns the stored one. */
export async function judgeProof(deps: ProveDeps, jobId: string): Promise<ProofRecord> {
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  const before = proofPart<ProofRecord>(job, "proof");
  if (before !== null) return before;
  const ticket = proofPart<Ticket>(job, "ticket");
  const matched = proofPart<Matched>(job, "matched");
  if (ticket === null || matched === null) throw invalid(`The job ${jobId} has nothing to check.`);
  const seen = await seenOf(deps, job, matched);
  const project = await findProject(deps.models, job.projectId, { name: 1 });
  const environment = await findEnvironment(deps.models, job.environmentId, { name: 1 });
  const record = recordOf(job, { ticket, matched, seen, at: deps.now().toISOString() });
  return keepProofPart(deps.models, jobId, "proof", {
    ...record,
    projectName: project?.name ?? job.projectSlug,
    environment: { name: environment?.name ?? null, baseUrl: job.baseUrl },
  });
}

async function seenOf({ models }: ProveDeps, job: Job, matched: Matched): Promise<Seen | null> {
  const runId = matched.reused?.runId ?? proofRunIdOf(job._id);
  const run = await findWork(models, "run", runId);
  if (run === null || matched.scenario === null) return null;
  const all = await scenariosOfRun(models, runId);
  const scenario =
    all.find(({ _id }) => _id === matched.reused?.scenarioRunId) ??
    all.find(
      ({ featureId, scenarioId }) =>
        featureId === matched.scenario?.featureId && scenarioId === matched.scenario.scenarioId,
    ) ??
    null;
  const attempt = scenario === null ? null : ((await attemptsOf(models, scenario._id)).at(-1) ?? null);
  return { run, scenario, attempt };
}

const GIVES_ORDERS =
  "The ticket's text reads like instructions to a program. It was taken as data, and nothing in it was followed.";

type Judged = { ticket: Ticket; matched: Matched; seen: Seen | null; at: string };

function recordOf(job: Job, { ticket, matched, seen, at }: Judged): ProofRecord {
  const { scenario, event, candidates } = matched;
  const link =
    seen?.attempt && event
      ? (trackingOf(seen.attempt).find(({ planEventId }) => planEventId === event.plan.id) ?? null)
      : null;
  const conditions = conditionsOf(job, { ticket, matched, seen }, link);
  const { proofVerdict, eventStatus, matchesTicketIntent, outcome } = decide({
    issueKey: ticket.key,
    matchesTicketIntent: scenario !== null,
    refused: matched.refused,
    ran: ranOf(matched, seen),
    event: event?.plan ?? null,
    link,
    conditions,
  });
  return {
    jobId: job._id,
    projectId: job.projectId,
    projectName: job.projectSlug,
    ticket,
    proofVerdict,
    outcome,
    scenario: scenario && { ...scenario, matchesTicketIntent },
    event: event && {
      id: event.plan.id,
      label: event.plan.label,
      eventType: event.plan.eventType,
      status: eventStatus,
      how: event.how,
    },
    candidates,
    conditions,
    warnings: [
      ...([ticket.title, ticket.description].some((text) => orderIn(text) !== null) ? [GIVES_ORDERS] : []),
      ...matched.warnings,
      ...(scenario && event
        ? warningsOf({
            named: scenario.named,
            linked: matched.linked,
            scenario: scenario.name,
            missing: matched.missing,
            reused: matched.reused,
            notReused: matched.notReused,
            flaky: seen?.scenario?.flaky ?? false,
            carriedBy: eventStatus === "pass" ? (link?.carriedBy ?? null) : null,
          })
        : []),
    ],
    environment: { name: null, baseUrl: job.baseUrl },
    run: runOf(seen),
    steps: seen?.attempt ? stepsShown(seen.attempt) : [],
    rows: (link?.rows ?? []).slice(0, PAGE_SHOWN.rows),
    times: link?.times ?? null,
    carriedBy: link?.carriedBy ?? [],
    traceId: seen?.attempt?.traceId ?? null,
    at,
  };
}

/** Returns each condition of the ticket with what the scenario's last attempt did and recorded for it. */
function conditionsOf(
  job: Job,
  { ticket, matched: { scenario, event, conditions }, seen }: Omit<Judged, "at">,
  link: LinkVerdict | null,
): JudgedCondition[] {
  if (!seen?.scenario || !seen.attempt || !scenario || !event) return [];
  const { browser, viewport } = seen.scenario;
  const ran: Ran = {
    browser,
    viewport,
    feature: scenario.feature,
    scenario: scenario.name,
    environment: `${job.environment || "Production"} ${job.baseUrl}`,
    steps: stepsOf(seen.attempt).map(({ text, status, url, events }) => ({ text, status, url, events })),
    event: { label: event.plan.label, names: namesOf(event.plan) },
    step: link === null || link.anywhere ? null : link.step,
    times: link?.everywhere ?? null,
    rows: link?.rows ?? [],
  };
  return judgeConditions(conditions ?? readConditions(ticket, namesOf(event.plan)), ran);
}

function ranOf({ scenario }: Matched, seen: Seen | null) {
  if (seen === null || scenario === null) return null;
  const { status = "error", message = null } = seen.scenario ?? {};
  return { status, scenario: truncate(scenario.name, 200), message, error: seen.run.error };
}

function runOf(seen: Seen | null): ProofRecord["run"] {
  if (seen === null) return null;
  const { run, scenario, attempt } = seen;
  return {
    runId: run._id,
    commitSha: run.commitSha,
    branch: run.branch,
    browser: scenario?.browser ?? run.browsers[0] ?? "chromium",
    viewport: scenario?.viewport ?? "desktop",
    status: scenario?.status ?? "error",
    startedAt: attempt?.startedAt ?? run.createdAt.toISOString(),
    duration: attempt?.duration ?? 0,
    attempts: scenario?.attempts ?? 0,
  };
}

const stepsShown = (attempt: ScenarioAttempt): ProofStep[] =>
  stepsOf(attempt)
    .slice(0, PAGE_SHOWN.steps)
    .map(({ keyword, text, status, failure, screenshotId, events }) => ({
      keyword,
      text: truncate(text, MAX_MESSAGE),
      status,
      message: failure === null ? null : truncate(failure.message, MAX_MESSAGE),
      screenshotId,
      events: events
        .slice(0, 20)
        .map(({ name, provider }) => ({ name: truncate(name, 100), provider: truncate(provider, 60) })),
    }));
