// Tools that walk through a site automatically: to explore it, and to propose journeys through it.
import { boolean } from "yup";
import { FORM_CHOICES } from "../../../../domain/explore/explore.ts";
import { EXPLORE_LIMITS } from "../../../../domain/explore/limits.ts";
import { choice, text, wholeNumber } from "../../../lib/validate.ts";
import { startExploration, startJourneyProposal } from "../../../operations/jobs/startExploration.ts";
import { described, environmentArg, projectArg } from "../../args.ts";
import { oneLine } from "../../sentences.ts";
import { startedData, startedJob } from "../../startedJob.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

const startPathArg = (what: string) => described(text(2_000), what);

const exploreSite = defineTool({
  name: "frt_explore_site",
  title: "Explore the site",
  description:
    "Walks through the site in a browser: follows links, clicks buttons, fills in forms with harmless values, and leaves alone what looks destructive. Answers a graph, journeys by reach, and drafts. Poll get_job_status, then frt_create_feature.",
  area: "functional",
  profile: "full",
  mutating: false,
  openWorld: true,
  async: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    startPath: startPathArg("Start path; default: that of the base URL"),
    maxStates: described(
      wholeNumber(1, 10_000),
      `${EXPLORE_LIMITS.defaultStates} is the default; service and plan set a limit`,
    ),
    depth: described(
      wholeNumber(0, EXPLORE_LIMITS.depth),
      `Actions from the start; default ${EXPLORE_LIMITS.defaultDepth}`,
    ),
    actionsPerState: described(
      wholeNumber(0, EXPLORE_LIMITS.actions),
      `Buttons and forms tried on one state; default ${EXPLORE_LIMITS.defaultActions}`,
    ),
    maxMinutes: described(wholeNumber(1, 240), `Default ${EXPLORE_LIMITS.defaultMinutes}`),
    forms: described(
      choice(FORM_CHOICES),
      "Forms that are sent: safe (all that look harmless), get (those that only ask), none",
    ),
    pictures: described(boolean(), "Save a screenshot of each state"),
  },
  data: startedData,
  example: { startPath: "/", maxStates: 40, forms: "get" },
  async run({ ctx, caller, project, environment }, args) {
    const { startPath: given, maxStates, depth, actionsPerState, maxMinutes, forms, pictures } = args;
    const { jobId, joined, startPath, warnings } = await startExploration(ctx, caller, {
      project,
      environment,
      startPath: given,
      maxStates,
      depth,
      actionsPerState,
      maxMinutes,
      forms,
      pictures,
    });
    return startedJob(
      jobId,
      oneLine(
        joined ? `Exploration ${jobId} of this site is under way.` : `Exploration ${jobId} from ${startPath} queued.`,
      ),
      warnings,
    );
  },
});

const proposeJourney = defineTool({
  name: "frt_propose_journey",
  title: "Propose journeys",
  description:
    "Proposes journeys that fit a goal, as drafts of library steps with names seen on the pages and an expectation each; what cannot be resolved is listed. Explores a small part of the site, or uses an exploration of the last day. Poll get_job_status.",
  area: "functional",
  profile: "full",
  mutating: false,
  openWorld: true,
  async: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    goal: described(text(4_000), "What somebody does and what must then hold; texts in quotes"),
    startPath: startPathArg("Start path; default: that of the base URL"),
    fresh: described(boolean(), "Explore the site again, even if an exploration of the last day is stored"),
  },
  data: startedData,
  example: { goal: "a visitor adds a product to the cart", startPath: "/" },
  async run({ ctx, caller, project, environment }, { goal, startPath: given, fresh }) {
    const { jobId, joined, startPath, warnings } = await startJourneyProposal(ctx, caller, {
      project,
      environment,
      goal,
      startPath: given,
      again: fresh,
    });
    return startedJob(
      jobId,
      oneLine(joined ? `Proposal ${jobId} is under way.` : `Proposal ${jobId} of journeys from ${startPath} queued.`),
      warnings,
    );
  },
});

export const exploreTools: readonly AnyTool[] = [exploreSite, proposeJourney];
