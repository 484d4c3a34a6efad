// The tool that proves a ticket, and what comes after its job.
import type { ProofResult } from "../../../../domain/proof/result.ts";
import { TICKET_LIMITS } from "../../../../domain/proof/ticket.ts";
import { requiredText, text } from "../../../lib/validate.ts";
import { startProof } from "../../../operations/tracking/startProof.ts";
import { described, environmentArg, flag, projectArg } from "../../args.ts";
import { next, type Place } from "../../next.ts";
import { oneLine } from "../../sentences.ts";
import { startedData, startedJob } from "../../startedJob.ts";
import { defineTool, type NextAction } from "../../tool.ts";

export const proveIssueTool = defineTool({
  name: "tracking_prove_issue_ticket",
  title: "Prove a ticket",
  description:
    "Proves what a ticket claims: finds the scenario and the planned event it means, runs the scenario, and judges the event. Poll get_job_status until completed, then paste result.issueMarkdown and quote result.proofVerdict. Never chain frt_find_scenarios for it.",
  intent: {
    does: "proves a ticket",
    when: [
      ["proof", "ticket"],
      ["proof", "issue"],
    ],
    not: ["audit"],
  },
  area: "tracking",
  profile: "qa",
  mutating: true,
  openWorld: true,
  async: true,
  project: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    issueKey: described(requiredText(TICKET_LIMITS.key), "Such as SHOP-12"),
    title: described(text(TICKET_LIMITS.title), "The ticket's title"),
    description: described(text(TICKET_LIMITS.description), "The ticket's text"),
    eventId: described(text(200), "Event of the plan, when it is known"),
    reuseAudit: described(flag(), "Judge a run of the last 24 hours, if there is one"),
  },
  data: startedData,
  example: {
    issueKey: "SHOP-12",
    title: "Adding a product to the basket is not measured",
    description: "add_to_cart must be sent with currency and value when somebody adds a piece.",
  },
  async run({ ctx, caller, project, environment }, { issueKey, title, description, eventId, reuseAudit }) {
    const { jobId, joined, warnings } = await startProof(ctx, caller, {
      project,
      environment,
      issueKey,
      title,
      description,
      eventId,
      reuseAudit,
    });
    return startedJob(
      jobId,
      oneLine(joined ? `Proof ${jobId} of ${issueKey} is under way.` : `Proof ${jobId} of ${issueKey} queued.`),
      warnings,
    );
  },
});

type Asked = { issueKey?: string; title?: string; description?: string; eventId?: string | null };

/** The ticket's proof once more, with the args that it was asked for. */
export function proveAgain(place: Place, input: Asked, label = "Prove it again"): NextAction {
  const { issueKey = "", title, description, eventId } = input;
  return next(place, label, "tracking_prove_issue_ticket", {
    issueKey,
    ...(title ? { title } : {}),
    ...(description ? { description: oneLine(description, 1_000) } : {}),
    ...(eventId ? { eventId } : {}),
  });
}

/** What makes sense after a proof that failed: write the scenario that is missing, look at what was seen, prove again. */
export function afterProof(place: Place, input: Asked, result: ProofResult): NextAction[] {
  if (result.proofVerdict === "proven") return [];
  const codes = new Set(result.proofOutcome.reasons.map(({ code }) => code));
  const goal = oneLine(result.title || (input.title ?? ""), 200);
  const create =
    result.scenario === null && goal !== ""
      ? [next(place, "Create the scenario", "create_frt_scenario", { goal, ticketId: result.issueKey })]
      : [];
  const planned = UNPLANNED.some((code) => codes.has(code))
    ? [next(place, "See the tracking plan", "tracking_get_plan")]
    : [];
  const { runId } = result;
  const broken = codes.has("scenario_did_not_pass") || codes.has("scenario_not_run");
  const explain =
    runId !== null && broken ? [next(place, "Why the scenario failed", "frt_explain_failure", { runId })] : [];
  const inspect =
    runId === null ? [] : [next(place, "Inspect the proof, step by step", "frt_get_run_timeline", { runId })];
  return [...create, ...planned, ...explain, proveAgain(place, input), ...inspect];
}

/** Reasons that the plan's events are to blame for, or the choice among them. */
const UNPLANNED = ["no_event", "no_event_matches", "several_events", "unknown_event"] as const;
