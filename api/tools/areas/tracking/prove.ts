// The tool that proves a ticket, and the calls suggested after its job.
import { ProductError } from "../../../../domain/errors.ts";
import type { ProofResult } from "../../../../domain/proof/result.ts";
import { TICKET_LIMITS } from "../../../../domain/proof/ticket.ts";
import { isReached, type ToolProfile } from "../../../../domain/toolProfiles.ts";
import { orderIn } from "../../../../domain/untrusted/orders.ts";
import { nameOfPage } from "../../../../domain/untrusted/quote.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../../../domain/visual/shot.ts";
import { flag, requiredText, text } from "../../../lib/validate.ts";
import { ticketOfProof } from "../../../operations/proofs/proofs.ts";
import { scenarioToProve } from "../../../operations/tracking/scenarioToProve.ts";
import { startProof } from "../../../operations/tracking/startProof.ts";
import { described, environmentArg, projectArg } from "../../args.ts";
import { next, type Place } from "../../next.ts";
import { oneLine, quotedText } from "../../sentences.ts";
import { startedData, startedJob } from "../../startedJob.ts";
import { defineTool, type NextAction } from "../../tool.ts";

export const proveIssueTool = defineTool({
  name: "tracking_prove_issue_ticket",
  title: "Prove a ticket",
  description:
    "Proves what a ticket claims: finds the scenario and the planned event it means, runs the scenario, and checks the event. Poll get_job_status until completed, then paste result.issueMarkdown and quote result.proofVerdict. Never chain frt_find_scenarios for it.",
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
  args: {
    project: projectArg(),
    environment: environmentArg(),
    issueKey: described(requiredText(TICKET_LIMITS.key), "Such as SHOP-12"),
    title: described(text(TICKET_LIMITS.title), "The ticket's title"),
    description: described(text(TICKET_LIMITS.description), "The ticket's text"),
    eventId: described(text(200), "Event of the plan, when it is known"),
    featureId: described(text(120), "Feature that tests it"),
    scenario: described(text(300), "Its scenario"),
    reuseAudit: described(flag(), "Use a run of the last 24 hours, if there is one"),
    again: described(text(100), "jobId of an earlier proof, whose text is proven again"),
  },
  data: startedData,
  example: {
    issueKey: "SHOP-12",
    title: "Adding a product to the basket is not measured",
    description: "add_to_cart must be sent with currency and value when somebody adds a piece.",
  },
  async run(
    { ctx, caller, project, environment },
    { issueKey, title, description, eventId, featureId, scenario, reuseAudit, again },
  ) {
    if (scenario !== undefined && featureId === undefined)
      throw new ProductError("validation_error", "scenario needs featureId: the feature that it is in.");
    const scenarioId =
      featureId === undefined ? undefined : await scenarioToProve(ctx, project, { featureId, scenario });
    if (again !== undefined && (title ?? description) !== undefined)
      throw new ProductError("validation_error", "again takes the ticket's text: leave out title and description.");
    const ticket = again === undefined ? { issueKey, title, description } : await ticketOfProof(ctx, project, again);
    if (ticket.issueKey !== issueKey)
      throw new ProductError("validation_error", `The proof ${again} is of the ticket "${ticket.issueKey}".`);
    const { jobId, joined, warnings } = await startProof(ctx, caller, {
      project,
      environment,
      ...ticket,
      eventId,
      scenarioId,
      reuseAudit,
    });
    return startedJob(
      jobId,
      oneLine(joined ? `Proof ${jobId} of ${issueKey} is under way.` : `Proof ${jobId} of ${issueKey} queued.`),
      warnings,
    );
  },
});

type Asked = {
  /** Job of the proof. */
  jobId: string;
  issueKey?: string;
  title?: string;
  description?: string;
  eventId?: string | null;
  /** The chosen scenario: ids of its feature and of the scenario itself. */
  scenarioId?: string | null;
};

/** Suggests proving the ticket again. Its text is named by the job, because part of it, or its lines joined, would be another ticket. */
export function proveAgain(place: Place, input: Asked, label = "Prove it again"): NextAction {
  const { jobId, issueKey = "", eventId, scenarioId } = input;
  const [featureId, scenario] = scenarioId?.split("\0") ?? [];
  return next(place, label, "tracking_prove_issue_ticket", {
    issueKey,
    again: jobId,
    ...(eventId ? { eventId } : {}),
    ...(featureId ? { featureId } : {}),
    ...(featureId && scenario ? { scenario } : {}),
  });
}

/** Reasons for which a person may know better which scenario is meant. */
const UNDECIDED = ["no_scenario_matches", "several_scenarios"] as const;
const NEAREST = 3;

/** Suggests the same proof with each of the closest scenarios. */
function byNearest(place: Place, input: Asked, { candidates }: ProofResult): NextAction[] {
  return candidates.scenarios
    .slice(0, NEAREST)
    .map(({ id, name }) => proveAgain(place, { ...input, scenarioId: id }, oneLine(`Prove it by "${name}"`, 120)));
}

/**
 * Suggests what to do after a proof that failed. Always includes creating a scenario, proving again and inspecting what was judged, with
 * tools of the profile only; also calls that test a condition that was not met.
 */
export function afterProof(place: Place, input: Asked, result: ProofResult, profile: ToolProfile): NextAction[] {
  if (result.proofVerdict === "proven") return [];
  const codes = new Set(result.proofOutcome.reasons.map(({ code }) => code));
  const open = (result.conditions ?? []).filter(({ status }) => status !== "met");
  const given = [result.title, input.title ?? ""].map((text) => nameOfPage(text, 200)).find((text) => text !== "");
  const wanted = open.map(({ words }) => nameOfPage(words, 100)).filter((text) => text !== "");
  const goal = oneLine([given ?? result.issueKey, ...wanted].join(", "), 300);
  // A ticket that contains instructions gets a proof, but must not determine further calls.
  const isOrder = [result.title, input.title ?? "", input.description ?? ""].some((text) => orderIn(text) !== null);
  const planned = UNPLANNED.some((code) => codes.has(code))
    ? [next(place, "See the tracking plan", "tracking_get_plan")]
    : [];
  const { runId } = result;
  const broken = codes.has("scenario_did_not_pass") || codes.has("scenario_not_run");
  const explain =
    runId !== null && broken ? [next(place, "Why the scenario failed", "frt_explain_failure", { runId })] : [];
  return [
    next(place, "Create the scenario", "create_frt_scenario", { goal, startPath: "/", ticketId: result.issueKey }),
    ...planned,
    ...explain,
    ...(isOrder ? [] : conditionActions(place, result)),
    ...(UNDECIDED.some((code) => codes.has(code)) ? byNearest(place, input, result) : []),
    proveAgain(place, input),
    inspection(place, result, profile),
  ];
}

/** Suggests inspecting the run step by step; if the profile has no timeline or nothing ran, the closest alternative. */
function inspection(place: Place, { runId, scenario, candidates }: ProofResult, profile: ToolProfile): NextAction {
  const label = "Inspect the proof, step by step";
  if (runId !== null) {
    const named = { runId, ...(scenario && { featureId: scenario.featureId }) };
    return isReached("full", profile)
      ? next(place, label, "frt_get_run_timeline", named)
      : next(place, label, "frt_explain_failure", named);
  }
  const nearest = scenario?.featureId ?? candidates.scenarios[0]?.id.split("\0")[0];
  return nearest
    ? next(place, "Inspect the nearest feature", "frt_get_feature", { featureId: nearest })
    : next(place, "Inspect the features", "frt_get_feature_groups");
}

/** Maximum number of conditions for which calls are suggested; the first ones are enough to continue. */
const MAX_CONDITIONS = 2;

/** Suggests calls that test a condition: running the same feature on another device or browser, or planning the value that the ticket asks for. */
function conditionActions(place: Place, { conditions = [], scenario, event }: ProofResult): NextAction[] {
  return conditions
    .filter(({ status }) => status !== "met")
    .flatMap(({ kind, wanted, attribute, words }): NextAction[] => {
      const again = { featureId: scenario?.featureId, verifyTracking: true };
      if (scenario && kind === "device" && VIEWPORT_NAMES.some((name) => name === wanted))
        return [next(place, `Run it ${quotedText(words)}`, "run_frt_feature", { ...again, viewports: [wanted] })];
      if (scenario && kind === "browser" && BROWSERS.some((name) => name === wanted))
        return [next(place, `Run it ${quotedText(words)}`, "run_frt_feature", { ...again, browsers: [wanted] })];
      if (event && (kind === "present" || kind === "value" || kind === "currency")) {
        const name = attribute ?? "currency";
        const args = { eventId: event.id, name, expected: kind === "present" ? "required" : wanted };
        return /^[\w.[\]]+$/.test(name)
          ? [next(place, `Plan it: ${quotedText(words)}`, "tracking_set_event_attribute", args)]
          : [];
      }
      return [];
    })
    .slice(0, MAX_CONDITIONS);
}

/** Reasons that are caused by the plan's events, or by the choice among them. */
const UNPLANNED = ["no_event", "no_event_matches", "several_events", "unknown_event"] as const;
