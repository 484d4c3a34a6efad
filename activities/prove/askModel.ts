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
import { invalid, throwIfCancelled } from "../failures.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProveDeps } from "./deps.ts";

/** Less than the activity's own limit, so that a slow model means none instead of another attempt. */
const ASK_MS = 60_000;

/** Waits for the database if it is away, without asking again, because every answer is paid for. */
type Kept = <T>(work: () => Promise<T>) => Promise<T>;

/** Stores the answer with the job, once. */
export async function askModel(deps: ProveDeps, jobId: string, signal: AbortSignal): Promise<void> {
  const kept: Kept = (work) => onceDatabaseIsBack(signal, work);
  const job = await kept(() => readJob(deps, jobId));
  requireOpen("job", job);
  if (proofPart(job, "choice") !== null) return;
  const ticket = proofPart<Ticket>(job, "ticket");
  const offered = proofPart<Offered[]>(job, "offered");
  if (ticket === null || offered === null) throw invalid(`The job ${jobId} has nothing to ask a model.`);
  const scenarios = await kept(() => withSteps(deps, job, offered));
  const choice = await choiceOf(deps, job, { ticket, offered: scenarios }, { signal, kept });
  await kept(() => keepProofPart(deps.models, jobId, "choice", choice));
}

async function choiceOf(
  deps: ProveDeps,
  { orgId }: Job,
  { ticket, offered }: { ticket: Ticket; offered: readonly OfferedScenario[] },
  { signal, kept }: { signal: AbortSignal; kept: Kept },
): Promise<ModelChoice> {
  const { model, log } = deps;
  if (model === null) return { model: "", id: null, problem: "No model is configured." };
  try {
    await kept(() => requireBudget(deps, orgId));
    const { object: id, usage } = await model.generateObject({
      instructions: INSTRUCTIONS,
      prompt: promptOf(ticket, offered),
      schema: schemaOf(offered),
      check: (value) => checkChoice(value, offered),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]),
    });
    await kept(() => spend(deps, orgId, usage));
    return { model: model.name, id: id?.replace("/", "\0") ?? null, problem: null };
  } catch (error) {
    throwIfCancelled(signal);
    if (!(error instanceof ModelError)) throw error;
    const { usage, message } = error;
    await kept(() => spend(deps, orgId, usage));
    log("warn", "a model chose no scenario for a ticket", { reason: message });
    return { model: model.name, id: null, problem: message };
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
