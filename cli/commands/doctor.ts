import { type Found, judgeClock, judgeNode, judgeReadiness, judgeSetup, type Setup } from "../client/checks.ts";
import { CLIENT_EXIT, ClientError } from "../client/exit.ts";
import { loginFile } from "../client/settings.ts";
import type { CommandDeclaration, CommandUse } from "./command.ts";

const SIGNS: Record<Found["state"], string> = { ok: "ok     ", warning: "warning", problem: "problem" };

export const doctorCommand: CommandDeclaration = {
  name: "doctor",
  summary: "look at this computer, the service and the project, and say how to mend what is wrong",
  example: "plumbline doctor --project shop",
  async run(use) {
    const found = await look(use);
    const lines = found.map(
      ({ check, state, message, mend }) => `${SIGNS[state]}  ${check}: ${message}${mend ? `\n         ${mend}` : ""}`,
    );
    const problems = found.filter(({ state }) => state === "problem").length;
    const end =
      problems === 0
        ? "Nothing keeps runs from working."
        : `${problems} ${problems === 1 ? "problem" : "problems"} to mend.`;
    use.out.answer({ problems, found }, [...lines, "", end]);
    return problems === 0 ? CLIENT_EXIT.passed : CLIENT_EXIT.failed;
  },
};

async function look({ settings, service, env }: CommandUse): Promise<Found[]> {
  const found: Found[] = [judgeNode(process.version)];
  const answer = await fetch(`${settings.url}/api/ready`, {
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error);
  if (answer instanceof Error) {
    const reason = answer.cause instanceof Error ? answer.cause.message : answer.message;
    const message = `${settings.url} does not answer (${reason}).`;
    const mend = 'Start the service ("npm start"), or say where it is: --url, SVC_URL or "plumbline login".';
    return [...found, { check: "service", state: "problem", message, mend }];
  }
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("ready" in body)) {
    const message = `${settings.url} answers HTTP ${answer.status}, and is no Plumbline.`;
    return [...found, { check: "service", state: "problem", message, mend: "Correct the address of the service." }];
  }
  found.push({ check: "service", state: "ok", message: `${settings.url} is a Plumbline.` });
  found.push(judgeClock(answer.headers.get("date"), new Date()));
  found.push(...judgeReadiness(body as never));
  return [...found, ...(await lookAtProject({ settings, service, env }))];
}

type Projects = { projects: { slug: string }[] };

async function lookAtProject({
  settings,
  service,
  env,
}: Pick<CommandUse, "settings" | "service" | "env">): Promise<Found[]> {
  if (settings.apiKey === null) {
    const message = "No key is given.";
    const mend = `Set SVC_API_KEY, or store one in ${loginFile(env)} with "plumbline login".`;
    return [{ check: "key", state: "problem", message, mend }];
  }
  try {
    const { projects } = await service.get<Projects>("/api/ci/projects");
    const [only] = projects.length === 1 ? projects : [];
    const project = settings.project ?? only?.slug;
    if (project === undefined)
      return [
        {
          ...{
            check: "project",
            state: "warning",
            message: `The key sees ${projects.length} projects; none is named.`,
          },
          mend: `Name one with --project: ${projects
            .slice(0, 10)
            .map(({ slug }) => slug)
            .join(", ")}.`,
        },
      ];
    const environment = settings.environment ?? undefined;
    const { data } = await service.invoke<Setup>("check_setup_health", {
      project,
      ...(environment ? { environment } : {}),
    });
    return judgeSetup(data);
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return [
      {
        check: "key",
        state: "problem",
        message: error.message,
        mend: MENDS[error.code] ?? "See what the message says.",
      },
    ];
  }
}
const MENDS: Record<string, string> = {
  http_401: 'Make a new key: "npm run admin -- keys create --project <slug>" where the service runs.',
  scope_denied: "Use a key whose scope allows it.",
};
