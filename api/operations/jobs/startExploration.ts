// Starts an exploration of a project's site, or a proposal of journeys through it.
import { createHash } from "node:crypto";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { placeAddress } from "../../../domain/explore/address.ts";
import type { ExploreInput, FormChoice } from "../../../domain/explore/explore.ts";
import { EXPLORE_LIMITS, PROPOSE_LIMITS } from "../../../domain/explore/limits.ts";
import { given } from "../../../domain/given.ts";
import { judgeAddress } from "../../../domain/net/pageAddress.ts";
import { PLAN_LIMITS } from "../../../domain/plans.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { planOf } from "../runs/quota.ts";
import { type StartedJob, startJob } from "./startJob.ts";

type Site = { project: Project; environment: Environment | null };
export type ExplorationWish = Site & {
  startPath?: string;
  maxStates?: number;
  depth?: number;
  actionsPerState?: number;
  maxMinutes?: number;
  forms?: FormChoice;
  pictures?: boolean;
};
export type StartedExploration = StartedJob & { startPath: string; warnings: string[] };

/** Starts an exploration. A page has only one exploration at a time: if one is running, returns that one. */
export async function startExploration(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, ...wish }: ExplorationWish,
): Promise<StartedExploration> {
  requireRight(caller, "mcpRead");
  const startPath = startPathOf({ project, environment }, wish.startPath);
  const { exploreMaxStates, exploreMaxMinutes } = ctx.config;
  const plan = await planOf(ctx, caller.orgId);
  const most = Math.min(exploreMaxStates, PLAN_LIMITS[plan].pagesPerCrawl ?? exploreMaxStates);
  const states = wish.maxStates ?? Math.min(most, EXPLORE_LIMITS.defaultStates);
  const minutes = wish.maxMinutes ?? Math.min(exploreMaxMinutes, EXPLORE_LIMITS.defaultMinutes);
  const input: ExploreInput = {
    startPath,
    states: Math.min(states, most),
    depth: wish.depth ?? EXPLORE_LIMITS.defaultDepth,
    actions: wish.actionsPerState ?? EXPLORE_LIMITS.defaultActions,
    minutes: Math.min(minutes, exploreMaxMinutes),
    forms: wish.forms ?? "safe",
    pictures: wish.pictures ?? false,
    goal: "",
    again: true,
  };
  const warnings: string[] = [];
  if (states > most) warnings.push(`maxStates was lowered to ${most}, the most of this service and the ${plan} plan.`);
  if (minutes > exploreMaxMinutes)
    warnings.push(`maxMinutes was lowered to ${exploreMaxMinutes}, the most of this service.`);
  const started = await start(ctx, caller, "frt_explore_site", { project, environment }, input);
  if (!started.joined) return { ...started, startPath, warnings };
  const joined = "An exploration from this page is already running: this is its jobId, with its own args.";
  return { ...started, startPath, warnings: [joined] };
}

/** Throws `pipeline_blocked` if neither a goal nor a start path is given. */
export async function startJourneyProposal(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, goal = "", ...wish }: Site & { goal?: string; startPath?: string; again?: boolean },
): Promise<StartedExploration> {
  requireRight(caller, "mcpRead");
  const said = goal.trim();
  if (said === "" && wish.startPath === undefined)
    throw new ProductError(
      "pipeline_blocked",
      "The journey is missing: pass goal, in a sentence, or startPath, or both.",
    );
  const startPath = startPathOf({ project, environment }, wish.startPath);
  const { exploreMaxStates, exploreMaxMinutes } = ctx.config;
  const input: ExploreInput = {
    startPath,
    states: Math.min(PROPOSE_LIMITS.states, exploreMaxStates),
    depth: PROPOSE_LIMITS.depth,
    actions: PROPOSE_LIMITS.actions,
    minutes: Math.min(PROPOSE_LIMITS.minutes, exploreMaxMinutes),
    forms: "safe",
    pictures: false,
    goal: said,
    again: wish.again ?? false,
  };
  const started = await start(ctx, caller, "frt_propose_journey", { project, environment }, input);
  return { ...started, startPath, warnings: started.joined ? ["This proposal is already running."] : [] };
}

function start(
  ctx: OperationContext,
  caller: Caller,
  kind: "frt_explore_site" | "frt_propose_journey",
  { project, environment }: Site,
  input: ExploreInput,
): Promise<StartedJob> {
  const { startPath, goal } = input;
  // Hashed, because a goal may be long and the lock is an index key.
  const asked = createHash("sha256").update(`${startPath}\n${goal}`).digest("hex").slice(0, 32);
  const lock = [kind, project._id, environment?._id ?? "", asked].join(":");
  const location = environment?.location || undefined;
  return startJob(ctx, caller, { kind, project, environment, ...given({ location }), input, lock });
}

/** Completes a sentence that begins with "startPath". */
const UNFIT = {
  elsewhere: "must be on the project's own site; for another place name its environment",
  unfit: "must be the address of a page",
  destructive: "must be the address of a page that neither signs out nor changes something",
} as const;

function startPathOf({ project, environment }: Site, given: string | undefined): string {
  const baseUrl = environment?.baseUrl ?? project.baseUrl;
  const judged = judgeAddress(given ?? baseUrl, baseUrl);
  const refuse = (message: string) => fieldError("startPath", message);
  if (judged.fault !== undefined) throw refuse(`startPath ${judged.message}.`);
  const address = placeAddress(judged.url.href, new URL(baseUrl).origin, () => true);
  if (address.path === null) throw refuse(`startPath ${UNFIT[address.why as keyof typeof UNFIT]}.`);
  return address.path;
}
