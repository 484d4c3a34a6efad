// Makes a feature of a sentence: an existing one, else steps of the library with names of the inspected pages.
import { ProductError } from "../../../domain/errors.ts";
import { nameOfGoal, readGoal } from "../../../domain/functional/create/clauses.ts";
import { gherkinOf, type SeenControl } from "../../../domain/functional/create/compose.ts";
import { controlsOf } from "../../../domain/functional/create/pages.ts";
import { FIND } from "../../../domain/functional/find/rank.ts";
import { withoutTyped } from "../../../domain/functional/secrets/passwordFields.ts";
import { truncate } from "../../../domain/text.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { inspectPage } from "../projects/inspectPage.ts";
import { findScenarios } from "./findScenarios.ts";
import { projectLibrary } from "./library.ts";
import { stepsOfGoal } from "./proposeSteps.ts";
import { createFeature } from "./saveFeature.ts";

export type FeatureFromGoal = {
  resolved: "existing" | "created";
  featureId: string;
  name: string;
  status: string;
  gherkin: string;
  /** Of an existing one: how well it fits. */
  score: number | null;
  unresolved: { clause: string; reason: string }[];
  /** What of the goal is about tracking and was left out. */
  tracking: string[];
  /** What keeps it from being ready. */
  open: string[];
  warnings: string[];
};

export type GoalInput = {
  project: Project;
  environment: Environment | null;
  goal: string;
  startPath?: string;
  ticketId?: string;
  group?: string[];
  signal?: AbortSignal;
  /** Milliseconds for opening pages; `GOAL_PAGES_MS` unless given. */
  pagesMs?: number;
};

const MAX_NAME = 120;
const MAX_CONTROLS = 100;
/**
 * Milliseconds for opening pages, all of them together: somebody waits. What is on pages beyond that stays open, and the feature a draft.
 */
export const GOAL_PAGES_MS = 120_000;

/** Throws pipeline_blocked where nothing can be made of the input, save_failed where the text cannot be saved. */
export async function createFromGoal(
  ctx: OperationContext,
  caller: Caller,
  input: GoalInput,
): Promise<FeatureFromGoal> {
  requireRight(caller, "mcpWrite");
  const { project, goal, ticketId, group, signal } = input;
  const { clauses, tracking } = readGoal(goal);
  if (clauses.length === 0)
    throw new ProductError(
      "pipeline_blocked",
      'The goal is empty: describe in a sentence what a visitor does, such as "a visitor adds a product to the cart".',
    );
  const { found, warnings } = await findScenarios(ctx, caller, { project, query: clauses.join(" and ") });
  const [best] = found;
  if (best && best.band === "match" && best.score >= FIND.existing) {
    const { featureId, feature, status, score } = best;
    return {
      resolved: "existing",
      featureId,
      name: feature,
      status,
      gherkin: "",
      score,
      unresolved: [],
      tracking,
      open: [],
      warnings,
    };
  }
  const startPath = startOf(input);
  const looked: string[] = [];
  const environment = input.environment;
  const time = AbortSignal.timeout(input.pagesMs ?? GOAL_PAGES_MS);
  const until = signal ? AbortSignal.any([signal, time]) : time;
  const readPage = async (path: string): Promise<SeenControl[] | null> => {
    const wish = { within: null, limit: MAX_CONTROLS };
    if (time.aborted) {
      looked.push(`${path} was not opened: opening the pages before it took too long.`);
      return null;
    }
    try {
      const seen = await inspectPage(ctx, caller, {
        project,
        environment,
        url: path,
        what: "targets",
        wish,
        signal: until,
      });
      return seen.data && controlsOf(seen.data);
    } catch (error) {
      if (!(error instanceof ProductError) || (error.code === "unavailable" && !time.aborted)) throw error;
      looked.push(error.message);
      return null;
    }
  };
  const library = await projectLibrary(ctx, project._id);
  const asked = { text: goal, clauses, startPath, library, ...(signal && { signal }) };
  const made = await stepsOfGoal(ctx, asked, readPage);
  const { steps, unresolved, origin } = made;
  warnings.push(...made.warnings);
  if (steps.some(({ text }) => text.includes("{secret.")))
    warnings.push(
      "The steps use {secret.user} and {secret.password}: the environment's access must keep both as secrets.",
    );
  const name = truncate(nameOfGoal(clauses.map(withoutTyped), startPath), MAX_NAME);
  const gherkin = gherkinOf(name, steps);
  try {
    const { feature, open } = await createFeature(ctx, caller, {
      project,
      gherkin,
      origin,
      draft: unresolved.length > 0,
      ...(group && { group }),
      ...(ticketId && { tickets: [ticketId] }),
    });
    const { featureId, status } = feature;
    return {
      resolved: "created",
      featureId,
      name: feature.name,
      status,
      gherkin,
      score: null,
      unresolved,
      tracking,
      open,
      warnings: [...warnings, ...looked],
    };
  } catch (error) {
    if (error instanceof ProductError && error.code === "validation_error")
      throw new ProductError("save_failed", `The feature could not be saved: ${error.message}`, error.details);
    throw error;
  }
}

/** The path that is given, or one that the goal names. */
function startOf({ startPath, goal }: GoalInput): string {
  const given = startPath?.trim() || /(?:^|\s)(\/[\w\-./]*)(?=[\s,;.]|$)/.exec(goal.replace(/"[^"]*"/g, ""))?.[1];
  if (given) return given;
  throw new ProductError(
    "pipeline_blocked",
    'The start path is missing: give startPath, such as "/", or name it in the goal. frt_inspect_page shows what a page has.',
  );
}
