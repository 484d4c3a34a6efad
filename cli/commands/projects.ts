import { CLIENT_EXIT } from "../client/exit.ts";
import { type Row, table } from "../output.ts";
import type { CommandDeclaration } from "./command.ts";

export const projectsCommand: CommandDeclaration = {
  name: "projects",
  summary: "list the projects that the key can access",
  example: "plumbline projects",
  async run({ service, out }) {
    const { projects } = await service.get("/api/ci/projects");
    const rows: Row[] = projects.map(({ slug, name, baseUrl, scenarioCount }) => ({
      slug,
      name,
      address: baseUrl,
      scenarios: scenarioCount,
    }));
    out.answer({ projects }, rows.length > 0 ? table(rows) : ["No project yet."]);
    return CLIENT_EXIT.passed;
  },
};
