// Interprets a message in the context of a project: the tools that match, the arguments it names, and what is unclear.

import { entitiesOf } from "../../../domain/guidance/entities.ts";
import { cut } from "../../../domain/guidance/facts.ts";
import { type FailedPlace, type IntentAnswer, intentsOf, LIKELY } from "../../../domain/guidance/intent.ts";
import type { Intent } from "../../../domain/guidance/intents.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { inWords } from "../../../domain/text.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import { findRunOf, latestRunOfType } from "../../../models/runs/queries.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { worstFailedShots } from "../../../models/shots/queries.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { GuidancePlace } from "./gatherFacts.ts";

const MAX_SCENARIOS = 5_000;
/** Maximum number of failures that a message can refer to without fully naming their place. */
const MAX_FAILURES = 500;
/** Two matches whose scores differ by less than this are considered equal. */
const CLOSE = 0.1;

export type ReadIntent = IntentAnswer & { unclear: string[] };

export async function readIntent(
  ctx: OperationContext,
  caller: Caller,
  { project, environment }: GuidancePlace,
  message: string,
  intents: readonly Intent[],
): Promise<ReadIntent> {
  requireRight(caller, "mcpRead");
  const [scenarios, environments] = await Promise.all([
    scenariosOf(ctx.models, project._id, { fields: { label: 1 }, by: "label", limit: MAX_SCENARIOS }),
    environmentsOf(ctx.models, project._id, { fields: { name: 1, slug: 1 } }),
  ]);
  const labels = scenarios.map(({ label }) => label);
  const named = entitiesOf(message, { scenarios: labels, environments });
  const there = environments.find(({ slug }) => slug === (named.environment ?? environment?.slug));
  const failures = await worstFailures(ctx, { project, environmentId: there?._id, runId: named.runIds[0] });
  const vocabulary = {
    scenarios: labels,
    environments,
    project: project.slug,
    environment: environment?.slug ?? null,
    failures,
  };
  const answer = intentsOf(message, vocabulary, intents);
  return { ...answer, unclear: [...(await unknownNames(ctx, project._id, answer, labels)), ...doubts(answer)] };
}

/** Returns the failures of the named run or of the latest visual test, worst first. */
async function worstFailures(
  { models }: OperationContext,
  { project, environmentId, runId }: { project: GuidancePlace["project"]; environmentId?: string; runId?: string },
): Promise<FailedPlace[]> {
  const run = runId
    ? await findRunOf(models, project._id, runId, { _id: 1 })
    : await latestRunOfType(models, { project, environmentId }, "vrt-test", { status: "completed" });
  if (!run) return [];
  return worstFailedShots(models, run._id, MAX_FAILURES);
}

/** Returns messages about names in the text that nothing in the project has. */
async function unknownNames(
  ctx: OperationContext,
  projectId: string,
  { entities, matches }: IntentAnswer,
  labels: readonly string[],
): Promise<string[]> {
  const said: string[] = [];
  for (const runId of entities.runIds) {
    const run = await findRunOf(ctx.models, projectId, runId, { _id: 1 });
    if (!run) said.push(`The project has no run "${cut(runId, 100)}"; get_run_history lists them.`);
  }
  // For `create_scenario`, quoted text may be the label of a new scenario as well as of an existing one.
  if (matches[0]?.tool === "create_scenario") return said;
  for (const name of entities.quoted.slice(0, 5)) {
    said.push(`There is no scenario "${cut(name, 100)}".${hintOf(name, labels)}`);
  }
  return said;
}

function doubts({ matches, entities }: IntentAnswer): string[] {
  const [first, second] = matches;
  if (!first)
    return ["No intent was recognised. Name an action and its object, for example: run the visual test of Home."];
  const said: string[] = [];
  if (first.confidence < LIKELY) said.push("No tool fits well: name an action and its object.");
  if (second && first.confidence - second.confidence < CLOSE)
    said.push(`It could be ${first.tool} (${first.does}) or ${second.tool} (${second.does}).`);
  if (first.filled.length > 0) {
    const place = `${first.args.scenarioLabel} on ${first.args.viewport}`;
    said.push(`The message does not name ${inWords(first.filled)}; ${cut(place)} is the worst failure that fits.`);
  }
  for (const name of first.missing) {
    const several =
      (name === "scenarioLabel" && entities.scenarios.length > 1 && inWords(entities.scenarios)) ||
      (name === "viewport" && entities.viewports.length > 1 && inWords(entities.viewports)) ||
      (name === "pillar" && entities.pillars.length > 1 && inWords(entities.pillars)) ||
      (name === "url" && entities.urls.length > 1 && inWords(entities.urls));
    said.push(
      several
        ? `${first.tool} takes one ${name}, and the message names several: ${cut(several)}.`
        : `${first.tool} needs ${name}, which the message does not name.`,
    );
  }
  return said;
}
