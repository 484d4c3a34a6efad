import { spawn } from "node:child_process";
import { dashboardAddress, PILLARS } from "../client/dashboard.ts";
import { CLIENT_EXIT, ClientError, wrongUse } from "../client/exit.ts";
import { readStatus } from "../client/runs.ts";
import { readConfig } from "../projectFile/send.ts";
import { type CommandDeclaration, type CommandUse, textOf } from "./command.ts";

export const openCommand: CommandDeclaration = {
  name: "open",
  summary: "open a project, run, scenario or pillar in the dashboard, or print its address",
  args: "[what]",
  options: [
    { flags: "--finding <fingerprint>", description: "a finding of the run, as in reports" },
    { flags: "--browser", description: "open it even without a terminal" },
    { flags: "--no-browser", description: "only print it" },
  ],
  example: "plumbline open run_01K…",
  async run(use) {
    const { args, options, settings, out } = use;
    const [what] = args;
    const finding = textOf(options, "finding");
    if (finding !== undefined && !what?.startsWith("run_")) throw wrongUse("--finding needs its run.");
    const address = settings.url + (await pathOf(use, what, finding));
    out.answer({ address }, [address]);
    if (options.browser ?? (process.stdout.isTTY === true && options.json !== true)) launch(address, out.note);
    return CLIENT_EXIT.passed;
  },
};

async function pathOf(use: CommandUse, what: string | undefined, finding: string | undefined): Promise<string> {
  const { service, settings } = use;
  const { projects } = await service.get("/api/ci/projects");
  if (what?.startsWith("run_")) {
    // A shot of a run is shown with the run.
    const [runId = ""] = /^run_[0-9a-z]+/.exec(what) ?? [];
    const { projectId, type } = await readStatus(service, runId);
    const slug = projects.find(({ id }) => id === projectId)?.slug;
    if (slug === undefined) throw wrongUse(`The key cannot access the project of ${runId}.`);
    return dashboardAddress(slug, { kind: "run", runId, type, finding });
  }
  const slug = settings.project ?? (projects.length === 1 ? projects[0]?.slug : undefined);
  if (slug === undefined) throw wrongUse("Pass --project: the key can access several projects.");
  if (what === undefined) return dashboardAddress(slug, { kind: "project" });
  if (PILLARS.includes(what)) return dashboardAddress(slug, { kind: "pillar", name: what });
  await requireScenario(use, slug, what);
  return dashboardAddress(slug, { kind: "scenario", label: what });
}

/** Throws ClientError (2) if the scenario does not exist. A CI key may not read the configuration; then the scenario is not checked. */
async function requireScenario({ service }: CommandUse, slug: string, label: string): Promise<void> {
  try {
    const { file } = await readConfig(service, slug);
    const labels = ((file.scenarios ?? []) as { label: string }[]).map((one) => one.label);
    if (!labels.includes(label))
      throw wrongUse(`"${label}" is not a run, pillar or scenario of ${slug}. Pillars: ${PILLARS.join(", ")}.`);
  } catch (error) {
    if (error instanceof ClientError && error.exit === CLIENT_EXIT.unreachable && error.code === "scope_denied") return;
    throw error;
  }
}

const PROGRAMS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

function launch(address: string, note: (text: string) => void): void {
  const [program, ...args] = PROGRAMS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.once("error", () => note(`No browser could be opened here (${program}).`));
  child.unref();
}
