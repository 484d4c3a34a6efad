// Tools for setup: existing projects, and what a project contains.
import { boolean, number, object, string } from "yup";
import { PILLAR_NAME, PILLARS } from "../../../domain/audit/pillars.ts";
import { PLANS } from "../../../domain/plans.ts";
import { SETUP_CHECKS, type SetupCheck } from "../../../domain/setup/judgeSetup.ts";
import { MAX_LIMIT, pageOf } from "../../lib/paging.ts";
import { requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { listEnvironments } from "../../operations/environments/listEnvironments.ts";
import { createProject } from "../../operations/projects/createProject.ts";
import { listProjects } from "../../operations/projects/listProjects.ts";
import { projectOverview } from "../../operations/projects/projectOverview.ts";
import { checkSetup } from "../../operations/setup/checkSetup.ts";
import { listData, rowsData } from "../answers.ts";
import { described, environmentArg, pagingArgs, projectArg } from "../args.ts";
import { captureOf, next } from "../next.ts";
import { oneLine, plural } from "../sentences.ts";
import { type AnyTool, defineTool } from "../tool.ts";

const projectShape = {
  id: string().required(),
  name: string().required(),
  slug: string().required(),
  baseUrl: string().required(),
  scenarioCount: number().required(),
};
const environmentData = object({
  environmentId: string().required(),
  id: string().required(),
  name: string().required(),
  slug: string().required(),
  baseUrl: string().required(),
  protected: boolean().required(),
  location: string(),
});

const listProjectsTool = defineTool({
  name: "list_projects",
  title: "Projects",
  description:
    "The projects this key may see, with slug, base URL and number of scenarios. Call it first when you do not know the project's slug; get_project shows one in detail.",
  intent: { does: "the projects of the key", when: [["project", "list"], ["project"]] },
  area: "setup",
  profile: "qa",
  core: true,
  mutating: false,
  ci: { status: 200 },
  args: {
    limit: described(wholeNumber(1, MAX_LIMIT), "Default: all"),
    cursor: pagingArgs.cursor,
  },
  quiet: Object.keys(pagingArgs),
  data: object({
    projects: rowsData(projectShape),
    count: number().required(),
    nextCursor: string(),
  }),
  example: {},
  async run({ ctx, caller }, { limit, cursor }) {
    const projects = await listProjects(ctx, caller);
    const { entries, nextCursor } = pageOf(projects, { limit: limit ?? projects.length, cursor });
    // The shape of GET /api/ci/projects; `nextCursor` is added only if a page was requested.
    const data = { projects: entries, count: projects.length, ...(nextCursor && { nextCursor }) };
    const names = data.projects
      .map(({ slug }) => slug)
      .slice(0, 10)
      .join(", ");
    const { count } = data;
    return {
      summary: count === 0 ? "No project yet." : `${plural(count, "project")}: ${names}.`,
      data,
    };
  },
});

const createProjectTool = defineTool({
  name: "create_project",
  title: "Create a project",
  description:
    "Creates a project for a site, with the environment Production. Needs an org key. Then call check_setup_health and crawl_site.",
  area: "setup",
  profile: "qa",
  mutating: true,
  args: {
    name: requiredText(100),
    baseUrl: described(requiredText(2_000), "http(s) address of the site"),
    slug: described(text(63), "Default: made from the name"),
  },
  data: object({ project: object(projectShape), environment: environmentData }),
  example: { name: "Shop", baseUrl: "https://shop.example" },
  async run({ ctx, caller }, { name, baseUrl, slug }) {
    const data = await createProject(ctx, caller, { name, baseUrl, slug });
    const here = { project: data.project, environment: null };
    return {
      summary: oneLine(
        `The project ${data.project.name} (${data.project.slug}) was created, with the environment Production.`,
      ),
      data,
      nextActions: [
        next(here, "Check the set-up", "check_setup_health"),
        next(here, "Find the site's pages", "crawl_site"),
      ],
    };
  },
});

const getProjectTool = defineTool({
  name: "get_project",
  title: "A project",
  description:
    "One project: its pillars with what the plan unlocks and their last run, environments, and how many scenarios, baselines and rules it has. Then check_setup_health shows what is missing.",
  area: "setup",
  profile: "qa",
  mutating: false,
  args: { project: projectArg() },
  data: object({
    project: object({ ...projectShape, mainBranch: string().required() }),
    plan: string().oneOf(PLANS).required(),
    modules: rowsData({
      pillar: string().oneOf(PILLARS).required(),
      unlocked: boolean().required(),
      available: boolean().required(),
      runs: number().required(),
      lastRunAt: string().nullable().defined(),
      lastVerdict: string().oneOf(["pass", "fail"]).nullable().defined(),
    }),
    scenarioCount: number().required(),
    environments: listData(environmentData),
    counts: object({
      baselines: number().required(),
      comparisonRules: number().required(),
      contentRules: number().required(),
      trackingPages: number().required(),
      trackingEvents: number().required(),
    }),
  }),
  example: {},
  async run({ ctx, caller, project }) {
    const data = await projectOverview(ctx, caller, project);
    const usable = data.modules.filter(({ unlocked, available }) => unlocked && available);
    const here = { project, environment: null };
    return {
      summary: oneLine(
        `${project.name} (${project.baseUrl}) has ${plural(data.scenarioCount, "scenario")} and ${plural(data.environments.length, "environment")}; ${usable.map(({ pillar }) => PILLAR_NAME[pillar]).join(", ")} can be run.`,
      ),
      data,
      nextActions: [
        next(here, "Check the set-up", "check_setup_health"),
        data.scenarioCount > 0
          ? next(here, "List the scenarios", "list_scenarios")
          : next(here, "Find the site's pages", "crawl_site"),
      ],
    };
  },
});

const listEnvironmentsTool = defineTool({
  name: "list_environments",
  title: "Environments",
  description: "The environments of the project with their base URLs. Any tool takes one of them as environment.",
  intent: {
    does: "the project's environments",
    when: [["environment", "list"]],
  },
  area: "setup",
  profile: "qa",
  mutating: false,
  args: { project: projectArg(), ...pagingArgs },
  quiet: Object.keys(pagingArgs),
  data: object({
    environments: listData(environmentData),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run({ ctx, caller, project }, paging) {
    const all = await listEnvironments(ctx, caller, { project: project._id });
    const { entries, nextCursor } = pageOf(all, paging);
    const names = entries.map(({ name }) => name).join(", ");
    return {
      summary: oneLine(
        all.length === 0
          ? `${project.name} has no environment; runs visit ${project.baseUrl}.`
          : `${plural(all.length, "environment")}: ${names}.`,
      ),
      data: { environments: entries, nextCursor },
    };
  },
});

export type Mending = { label: string; tool: string };
const MY_TOOLS: Mending = { label: "See which tools may be called", tool: "list_my_tools" };

/** Calls that fix a failed check or tell more about it; missing if no tool can help. */
export const MENDED_BY: Partial<Record<SetupCheck, readonly Mending[]>> = {
  site: [{ label: "See the environments and their addresses", tool: "list_environments" }],
  scenarios: [{ label: "Find pages to make scenarios of", tool: "crawl_site" }],
  baselines: [{ label: "Capture baselines", tool: "run_baseline" }],
  plan: [{ label: "See what the plan unlocks", tool: "get_project" }, MY_TOOLS],
  key: [{ label: "See the site's health", tool: "get_site_health" }, MY_TOOLS],
  tracking_plan: [{ label: "Find the pages of the tracking plan", tool: "tracking_discover_from_pages" }],
};

const remarks = () =>
  rowsData({
    code: string().oneOf(SETUP_CHECKS).required(),
    message: string().required(),
  });

const checkSetupTool = defineTool({
  name: "check_setup_health",
  title: "Setup check",
  description:
    "Whether the project can be tested now: site reachable from here, browsers, workers, scenarios, baselines, plan, key, tracking plan. Call it before the first run, and when runs fail for no clear reason; nextActions fix what is missing.",
  intent: {
    does: "what blocks testing",
    when: [["setup"], ["setup", "block"]],
  },
  area: "setup",
  profile: "qa",
  core: true,
  mutating: false,
  openWorld: true,
  args: { project: projectArg(), environment: environmentArg() },
  data: object({
    ready: boolean().required(),
    siteUrl: string().required(),
    environmentName: string().nullable().defined(),
    blockers: remarks(),
    warnings: remarks(),
    passed: remarks(),
  }),
  example: {},
  async run({ ctx, caller, project, environment }) {
    const { toCapture, ...data } = await checkSetup(ctx, caller, { project, environment });
    const { ready, blockers, warnings } = data;
    const here = { project, environment };
    const mending = new Map(
      [...blockers, ...warnings].flatMap(({ code }) => MENDED_BY[code] ?? []).map((one) => [one.tool, one]),
    );
    const calls = [...mending.values()].flatMap(({ label, tool }) => {
      if (tool !== "run_baseline") return [next(here, label, tool)];
      // A capture replaces the baselines that people approved, so it never includes other scenarios.
      return toCapture.length > 0 ? [captureOf(here, label, toCapture)] : [];
    });
    if (calls.length === 0)
      calls.push(
        ready
          ? next(here, "Run a visual test", "run_vrt")
          : next(here, "Check again after the fix", "check_setup_health"),
      );
    return {
      summary: oneLine(
        ready
          ? `${project.name} is ready to be tested${warnings.length > 0 ? `, with ${plural(warnings.length, "remark")}: ${warnings[0]?.message}` : "."}`
          : `${project.name} is not ready: ${blockers.map(({ message }) => message).join(" ")}`,
      ),
      data,
      nextActions: calls.slice(0, 5),
    };
  },
});

export const setupTools: readonly AnyTool[] = [
  listProjectsTool,
  createProjectTool,
  getProjectTool,
  listEnvironmentsTool,
  checkSetupTool,
];
