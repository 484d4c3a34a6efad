// Tools for setting up: which projects there are, and what a project has.
import { array, number, object, string } from "yup";
import { listProjects } from "../../operations/listProjects.ts";
import { type AnyTool, defineTool } from "../tool.ts";

const listProjectsTool = defineTool({
  name: "list_projects",
  title: "Projects",
  description:
    "The projects this key may see, with slug, base URL and number of scenarios. Call it first when you do not know the project's slug; get_project tells more about one.",
  area: "setup",
  profile: "qa",
  mutating: false,
  ci: { status: 200 },
  project: false,
  args: {},
  data: object({
    projects: array()
      .of(
        object({
          id: string().required(),
          name: string().required(),
          slug: string().required(),
          baseUrl: string().required(),
          scenarioCount: number().required(),
        }),
      )
      .required(),
    count: number().required(),
  }),
  example: {},
  async run({ ctx, caller }) {
    const data = await listProjects(ctx, caller);
    const names = data.projects
      .map(({ slug }) => slug)
      .slice(0, 10)
      .join(", ");
    const { count } = data;
    return {
      summary: count === 0 ? "There is no project yet." : `${count} project${count === 1 ? "" : "s"}: ${names}.`,
      data,
    };
  },
});

export const setupTools: readonly AnyTool[] = [listProjectsTool];
