// Asks the configured model which of the nearest scenarios a ticket means. Whatever goes wrong with the model means none of them.
import { compileFeature } from "../../domain/functional/gherkin/compile.ts";
import { ModelError } from "../../domain/languageModel.ts";
import {
  checkChoice,
  INSTRUCTIONS,
  type ModelChoice,
  type OfferedScenario,
  promptOf,
  schemaOf,
} from "../../domain/proof/modelChoice.ts";
import type { Offered } from "../../domain/proof/record.ts";
import type { Ticket } from "../../domain/proof/ticket.ts";
import { requireBudget, spend } from "../../models/bookkeeping/modelSpending.ts";
import { findFeature } from "../../models/features/queries.ts";
import { keepProofPart, proofPart } from "../../models/jobs/proofs.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { invalid } from "../failures.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProveDeps } from "./deps.ts";

/** Less than the activity's own limit, so that a slow model means none instead of another attempt. */
const ASK_MS = 60_000;

/** Stores the answer with the job, once. */
export async function askModel(deps: ProveDeps, jobId: string, signal: AbortSignal): Promise<void> {
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  if (proofPart(job, "choice") !== null) return;
  const ticket = proofPart<Ticket>(job, "ticket");
  const offered = proofPart<Offered[]>(job, "offered");
  if (ticket === null || offered === null) throw invalid(`The job ${jobId} has nothing to ask a model.`);
  const choice = await choiceOf(deps, job, ticket, await withSteps(deps, job, offered), signal);
  await keepProofPart<ModelChoice>(deps.models, jobId, "choice", choice);
}

async function choiceOf(
  deps: ProveDeps,
  { orgId }: Job,
  ticket: Ticket,
  offered: readonly OfferedScenario[],
  signal: AbortSignal,
): Promise<ModelChoice> {
  const { model, log } = deps;
  if (model === null) return { model: "", id: null, problem: "No model is configured." };
  try {
    await requireBudget(deps, orgId);
    const { object: id, usage } = await model.generateObject({
      instructions: INSTRUCTIONS,
      prompt: promptOf(ticket, offered),
      schema: schemaOf(offered),
      check: (value) => checkChoice(value, offered),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]),
    });
    await spend(deps, orgId, usage);
    return { model: model.name, id: id?.replace("/", "\0") ?? null, problem: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    await spend(deps, orgId, error.usage);
    log("warn", "a model chose no scenario for a ticket", { reason: error.message });
    return { model: model.name, id: null, problem: error.message };
  }
}

/** Ids of candidates contain a character that a model may not repeat. */
const withSteps = (
  { models }: ProveDeps,
  { projectId }: Job,
  offered: readonly Offered[],
): Promise<OfferedScenario[]> =>
  Promise.all(
    offered.map(async ({ id, name, featureId, scenarioId }) => {
      const feature = await findFeature(models, { projectId, featureId });
      const scenarios = feature === null ? [] : compileFeature(feature.gherkin).scenarios;
      const steps = scenarios.find((one) => one.id === scenarioId)?.steps.map(({ text }) => text) ?? [];
      return { id: id.replace("\0", "/"), name, feature: feature?.name ?? featureId, steps };
    }),
  );
