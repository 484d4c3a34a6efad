// Determines which scenario and which event of the plan the ticket of a proof refers to, by words and by meaning.
import { eventItem, scenarioItem } from "../../domain/functional/find/items.ts";
import type { Found } from "../../domain/functional/find/rank.ts";
import { planFeature } from "../../domain/functional/planFeature.ts";
import { linksOf, namesOf } from "../../domain/functional/trackingLinks.ts";
import type { PlanEvent } from "../../domain/pillars/tracking/plan.ts";
import { choose, type Ranked, rankedBy } from "../../domain/proof/choose.ts";
import { readConditions } from "../../domain/proof/conditions/readConditions.ts";
import type { Candidate } from "../../domain/proof/match.ts";
import { choiceWarning, type ModelChoice } from "../../domain/proof/modelChoice.ts";
import { reason } from "../../domain/proof/reasons.ts";
import type { Matched, MatchedScenario, NamedCandidate, Offered } from "../../domain/proof/record.ts";
import { englishTicket, intentOf, missingLiterals, TICKET_LIMITS, type Ticket } from "../../domain/proof/ticket.ts";
import { truncate } from "../../domain/text.ts";
import { type FindableFeature, findableFeatures, findFeature } from "../../models/features/queries.ts";
import { keepProofPart, proofPart } from "../../models/jobs/proofs.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { findBest } from "../../models/textVectors/findBest.ts";
import { readTrackingPlan } from "../../models/trackingPlans/schema.ts";
import { invalid } from "../failures.ts";
import { usableStepDefs } from "../functional/readFeatures.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProofInput, ProveDeps } from "./deps.ts";
import { reusableRun } from "./reusableRun.ts";

/** Maximum number of scenarios that are compared. */
const MAX_SCENARIOS = 5_000;

/**
 * Stores the match with the job. `runs`: whether a scenario must be run for it. `asks`: nothing is stored yet, because a model is to choose
 * among the nearest scenarios.
 */
export async function matchTicket(
  deps: ProveDeps,
  jobId: string,
  mayAsk = false,
): Promise<{ runs: boolean; asks?: boolean }> {
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  const matched = proofPart<Matched>(job, "matched") ?? (await match(deps, job, mayAsk && deps.model !== null));
  if (matched === null) return { runs: false, asks: true };
  return { runs: matched.refused.length === 0 && matched.reused === null };
}

/** null: a model must be asked first. */
async function match(deps: ProveDeps, job: Job, mayAsk: boolean): Promise<Matched | null> {
  const { models } = deps;
  const ticket = proofPart<Ticket>(job, "ticket");
  if (ticket === null) throw invalid(`The job ${job._id} has no ticket.`);
  const { eventId, scenarioId: picked = null, reuseAudit } = job.input as ProofInput;
  const answer = proofPart<ModelChoice>(job, "choice");
  const [features, plan] = await Promise.all([
    findableFeatures(models, job.projectId),
    readTrackingPlan(models, job.projectId),
  ]);
  const conditions = readConditions(englishTicket(ticket), plan.events.flatMap(namesOf));
  const intent = intentOf(ticket, conditions);
  const places = new Map(
    features
      // Drafts are not tested yet, so they do not compete with ready scenarios.
      .filter(({ status }) => status === "ready")
      .flatMap((feature) =>
        feature.scenarios.map((scenario) => ({ feature, scenario, item: scenarioItem(feature, scenario) })),
      )
      .slice(0, MAX_SCENARIOS)
      .map((one) => [one.item.id, one]),
  );
  const items = [...places.values()].map(({ item }) => item);
  const scenarios = await ranked(deps, intent, items);
  const nameOf = (id: string) => `${truncate(places.get(id)?.item.title ?? id, 120)}${exampleOf(id)}`;
  const pages = new Map(plan.pages.map((page) => [page.id, page]));
  const eventItems = plan.events.map((event) => eventItem(event, pages.get(event.pageId ?? "") ?? null));
  // Values may be all that distinguishes two events of the same name.
  const events = await ranked(deps, intentOf(ticket), eventItems);
  const { scenario: choice, eventOf } = choose({
    intent,
    ticket,
    plan: plan.events,
    scenarios,
    events,
    named: new Set([...places].flatMap(([id, { feature }]) => (carries(feature, ticket.key) ? [id] : []))),
    picked: picked ?? answer?.id ?? null,
    nameOf,
    sentencesOf: (id) => places.get(id)?.feature.sentences ?? [],
    linkedTo: (id) =>
      scenariosLinkedTo(
        plan.events.find((event) => event.id === id),
        [...places.values()],
      ),
  });
  if (mayAsk && answer === null && choice.unclear) {
    const offered = choice.candidates.flatMap(({ id, contrary }): Offered[] => {
      const one = contrary === null ? places.get(id) : undefined;
      if (one === undefined) return [];
      return [{ id, name: nameOf(id), featureId: one.feature.featureId, scenarioId: one.scenario.id }];
    });
    if (offered.length > 0) {
      await keepProofPart(models, job._id, "offered", offered);
      return null;
    }
  }
  const place = choice.chosen === null ? undefined : places.get(choice.chosen.id);
  const byModel = place !== undefined && picked === null && answer?.id === choice.chosen?.id;
  const scenario: MatchedScenario | null =
    place && choice.chosen
      ? {
          featureId: place.feature.featureId,
          feature: place.feature.name,
          scenarioId: place.scenario.id,
          name: place.item.title,
          score: choice.chosen.score,
          words: choice.chosen.words,
          named: carries(place.feature, ticket.key),
          ...(byModel && answer && { chosenBy: answer.model }),
        }
      : null;
  const linked = scenario === null ? new Set<string>() : await linkedEvents(deps, job.projectId, scenario, plan.events);
  const labels = new Map(plan.events.map(({ id, label }) => [id, label]));
  const found = eventOf(linked, eventId);
  const reused =
    reuseAudit && scenario !== null && found.event !== null
      ? await reusableRun(deps, job, { scenario, event: found.event, conditions })
      : null;
  return keepProofPart<Matched>(models, job._id, "matched", {
    scenario,
    event: found.event === null ? null : { plan: found.event, how: found.how ?? "" },
    refused: [
      ticket.problem ? reason("ticket_unreadable", ticket.problem) : null,
      choice.refused,
      choice.chosen === null ? null : found.refused,
    ].flatMap((one) => one ?? []),
    candidates: {
      scenarios: named(choice.candidates, nameOf),
      events: named(found.candidates, (id) => truncate(labels.get(id) ?? id, 120)),
    },
    missing: place ? missingLiterals(intent.literals, [place.item.title, ...place.feature.sentences]) : [],
    linked: found.event !== null && linked.has(found.event.id),
    reused: reused?.run ?? null,
    notReused: reused?.why ?? null,
    conditions,
    warnings: [
      ...new Set([
        ...(picked === null
          ? []
          : [pickedWarning(scenario !== null && scenario.scenarioId === places.get(picked)?.scenario.id)]),
        ...(answer === null ? [] : [choiceWarning(answer, byModel)]),
        ...scenarios.warnings,
        ...events.warnings,
        ...ownDrafts(features, ticket.key),
        ...(ticket.description.length >= TICKET_LIMITS.description
          ? [`Only the first ${TICKET_LIMITS.description} characters of the ticket's description were read.`]
          : []),
      ]),
    ],
  });
}

/** Returns which row of an outline's examples a scenario is, to distinguish the rows. */
function exampleOf(id: string): string {
  const [, table, row] = /\.(\d+)\.(\d+)$/.exec(id) ?? [];
  if (row === undefined) return "";
  return table === "1" ? ` (example ${row})` : ` (example ${row} of table ${table})`;
}

const pickedWarning = (isUsed: boolean): string =>
  isUsed
    ? "A person chose the scenario; how well it fits the ticket was not checked."
    : "The chosen scenario no longer exists, so another was searched.";

/** Returns sentences about drafts that contain the ticket's key. */
const ownDrafts = (features: readonly FindableFeature[], key: string): string[] =>
  features
    .filter((feature) => feature.status === "draft" && carries(feature, key))
    .slice(0, 3)
    .map(
      ({ name }) =>
        `The feature "${truncate(name, 120)}" carries the ticket's key and is a draft: finish it, and prove the ticket again.`,
    );

const named = (all: readonly Candidate[], nameOf: (id: string) => string): NamedCandidate[] =>
  all.map((one) => ({ ...one, name: nameOf(one.id) }));

const carries = ({ tickets }: Pick<FindableFeature, "tickets">, key: string): boolean =>
  tickets.some((one) => one.toLowerCase() === key.toLowerCase());

async function ranked(
  deps: ProveDeps,
  intent: { title: string; text: string },
  items: Parameters<typeof findBest>[2],
): Promise<Ranked & { warnings: string[] }> {
  const byTitle = await findBest(deps, intent.title, items);
  const byText: { found: Found[]; warnings: string[] } =
    intent.text === intent.title ? byTitle : await findBest(deps, intent.text, items);
  return {
    ...rankedBy(byTitle.found, byText.found),
    warnings: [...byTitle.warnings, ...byText.warnings],
  };
}

/** Returns events of the plan that are linked to a step of the current scenario. */
async function linkedEvents(
  { models }: ProveDeps,
  projectId: string,
  { featureId, scenarioId }: MatchedScenario,
  events: readonly PlanEvent[],
): Promise<Set<string>> {
  const feature = await findFeature(models, { projectId, featureId });
  if (feature === null) return new Set();
  const planned = planFeature(feature.gherkin, await usableStepDefs(models, projectId)).find(
    ({ id }) => id === scenarioId,
  );
  if (planned === undefined) return new Set();
  return new Set(linksOf(events, featureId, planned).map(({ event }) => event.id));
}

type Place = { feature: FindableFeature; item: { id: string } };

/** Returns the scenarios an event is linked to, if the link names them: scenarios of one feature may share sentences. */
function scenariosLinkedTo(event: PlanEvent | undefined, places: readonly Place[]): ReadonlySet<string> {
  const links = event?.frtLinks ?? [];
  const linked = places.filter(
    ({ feature }) =>
      feature.scenarios.length === 1 &&
      links.some(
        ({ featureId, stepText }) => featureId === feature.featureId && feature.sentences.includes(stepText.trim()),
      ),
  );
  return new Set(linked.map(({ item }) => item.id));
}
