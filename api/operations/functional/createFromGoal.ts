// Creates a feature from a sentence: returns an existing feature that fits, or builds one from library steps and names on the inspected
// pages.
import { ProductError } from "../../../domain/errors.ts";
import { nameOfGoal, readGoal } from "../../../domain/functional/create/clauses.ts";
import { gherkinOf, type ReadAfter, type SeenControl } from "../../../domain/functional/create/compose.ts";
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
import { changeFeature, createFeature } from "./saveFeature.ts";

export type FeatureFromGoal = {
  resolved: "existing" | "created";
  featureId: string;
  name: string;
  status: string;
  gherkin: string;
  /** How well an existing feature fits; null for a new one. */
  score: number | null;
  unresolved: { clause: string; reason: string }[];
  /** Parts of the goal that concern tracking and were left out. */
  tracking: string[];
  /** Reasons why the feature is not ready. */
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
  /** Time limit for opening pages in ms; defaults to `GOAL_PAGES_MS`. */
  pagesMs?: number;
};

const MAX_NAME = 120;
const MAX_CONTROLS = 100;
/**
 * Time limit for opening all pages together in ms, because somebody is waiting. Clauses about pages beyond it stay open, and the feature
 * stays a draft.
 */
export const GOAL_PAGES_MS = 120_000;

/** Origins of features that were created from goals. */
const MADE: ReadonlySet<string> = new Set(["rules", "model"]);

/** Throws `pipeline_blocked` if nothing can be made of the input, and `save_failed` if the text cannot be saved. */
export async function createFromGoal(
  ctx: OperationContext,
  caller: Caller,
  input: GoalInput,
): Promise<FeatureFromGoal> {
  requireRight(caller, "mcpWrite");
  const { project, goal, ticketId, group, signal } = input;
  const { clauses, tracking, rest } = readGoal(goal);
  if (clauses.length === 0)
    throw new ProductError(
      "pipeline_blocked",
      rest[0]?.reason ??
        `The goal ${tracking.length > 0 ? "only checks tracking" : "is empty"}: describe in a sentence what a visitor does, such as "a visitor adds a product to the cart".`,
    );
  const { found, warnings } = await findScenarios(ctx, caller, { project, query: clauses.join(" and ") });
  const same = found.filter(({ band, score }) => band === "match" && score >= FIND.existing);
  // A draft that was created from the same goal, has open clauses and was not edited since is created again.
  const unfinished = same.find((one) => one.status === "draft" && one.version === 1 && MADE.has(one.origin));
  const best = same.find((one) => one !== unfinished && !one.isEmpty);
  if (best && (!unfinished || best.status === "ready")) {
    const { featureId, feature, status, score } = best;
    return {
      resolved: "existing",
      featureId,
      name: feature,
      status,
      gherkin: "",
      score,
      unresolved: rest,
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
  const seenAt = async (path: string, after?: string[]) => {
    const wish = { within: null, limit: MAX_CONTROLS, ...(after && { after }) };
    if (time.aborted) {
      looked.push(`${path} was not opened: opening the pages before it took too long.`);
      return null;
    }
    try {
      const asked = { project, environment, url: path, what: "targets" as const, wish, signal: until };
      return await inspectPage(ctx, caller, asked);
    } catch (error) {
      if (!(error instanceof ProductError) || (error.code === "unavailable" && !time.aborted)) throw error;
      looked.push(error.message);
      return null;
    }
  };
  const readPage = async (path: string): Promise<SeenControl[] | null> => {
    const seen = await seenAt(path);
    return seen?.data ? controlsOf(seen.data) : null;
  };
  const readAfter: ReadAfter = async (sentences) => {
    const seen = await seenAt(startPath, [...sentences]);
    if (!seen?.data) return null;
    const { pathname, search } = new URL(seen.finalUrl);
    return { path: `${pathname}${search}`, controls: controlsOf(seen.data), texts: seen.data.texts ?? [] };
  };
  const library = await projectLibrary(ctx, project._id);
  const asked = { text: goal, clauses, startPath, library, ...(signal && { signal }) };
  const made = await stepsOfGoal(ctx, asked, readPage, readAfter);
  const { steps, origin } = made;
  const unresolved = [...made.unresolved, ...rest];
  warnings.push(...made.warnings);
  if (steps.some(({ text }) => text.includes("{secret.")))
    warnings.push(
      "The steps use {secret.user} and {secret.password}: the environment's access must keep both as secrets.",
    );
  const name = truncate(nameOfGoal(clauses.map(withoutTyped), startPath), MAX_NAME);
  const gherkin = gherkinOf(name, steps);
  try {
    const wanted = {
      gherkin,
      origin,
      draft: unresolved.length > 0,
      ...(group && { group }),
      ...(ticketId && { tickets: [ticketId] }),
    };
    const { feature, open } = unfinished
      ? await changeFeature(
          ctx,
          caller,
          { project, featureId: unfinished.featureId, version: unfinished.version, what: "made again of its goal" },
          () => wanted,
        )
      : await createFeature(ctx, caller, { project, ...wanted });
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
    if (error instanceof ProductError && UNSAVED.includes(error.code))
      throw new ProductError("save_failed", `The feature could not be saved: ${error.message}`, error.details);
    throw error;
  }
}

/** Errors of a save that mean that the finished feature was not stored. */
const UNSAVED: readonly string[] = ["validation_error", "conflict", "not_found"];

/** Returns the given start path, or one that the goal names. */
function startOf({ startPath, goal }: GoalInput): string {
  const given =
    startPath?.trim() ||
    /(?:^|\s)(\/[\w\-./]*?)(?=[\s,;]|\.?$|\.\s)/.exec(goal.replace(/"[^"]*"/g, ""))?.[1] ||
    /["“](\/[^"“”\s]*)["”]/.exec(goal)?.[1];
  if (given) return given;
  throw new ProductError(
    "pipeline_blocked",
    'The start path is missing: give startPath, such as "/", or name it in the goal. frt_inspect_page shows what a page has.',
  );
}
