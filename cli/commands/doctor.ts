import {
  type Found,
  judgeCheckup,
  judgeClock,
  judgeConfig,
  judgeFacts,
  judgeNode,
  judgeReadiness,
  judgeSetup,
  type Setup,
} from "../client/checks.ts";
import { CLIENT_EXIT, ClientError } from "../client/exit.ts";
import { readFacts } from "../client/facts.ts";
import { judgeProduction } from "../client/productionChecks.ts";
import { CONNECT_MS, send } from "../client/send.ts";
import { parsed, reasonOf } from "../client/service.ts";
import { loginFile } from "../client/settings.ts";
import { withContents } from "../projectFile/below.ts";
import { FILE_NAME, openFile } from "../projectFile/file.ts";
import { type Colour, lineWidth, painter, wrapped } from "../terminal.ts";
import type { CommandDeclaration, CommandUse } from "./command.ts";

const COLOURS: Record<Found["state"], Colour> = { ok: "green", warning: "yellow", problem: "red" };
const SIGN_WIDTH = 9;

export const doctorCommand: CommandDeclaration = {
  name: "doctor",
  summary: "check this computer, the service and the project, and show how to fix problems",
  options: [{ flags: "--production", description: "also check whether the service is ready for production" }],
  example: "plumbline doctor --project shop",
  async run(use) {
    const found = await look(use);
    const lines = found.flatMap(shown);
    const problems = found.filter(({ state }) => state === "problem").length;
    const end =
      problems === 0 ? "No problems found." : `${problems} ${problems === 1 ? "problem" : "problems"} to fix.`;
    use.out.answer({ problems, found }, [...lines, "", end]);
    return problems === 0 ? CLIENT_EXIT.passed : CLIENT_EXIT.failed;
  },
};

function shown({ check, state, message, mend }: Found): string[] {
  const width = lineWidth() - SIGN_WIDTH;
  const indent = " ".repeat(SIGN_WIDTH);
  const [first = "", ...rest] = wrapped(`${check}: ${message}`, width);
  return [
    `${painter()(state.padEnd(SIGN_WIDTH - 2), COLOURS[state])}  ${first}`,
    ...[...rest, ...(mend ? wrapped(mend, width) : [])].map((line) => indent + line),
  ];
}

async function look({ options, settings, service, env, cwd }: CommandUse): Promise<Found[]> {
  const keyFrom = env.SVC_API_KEY ? "SVC_API_KEY" : settings.apiKey === null ? null : "login";
  const config = judgeConfig({ url: settings.url, keyFrom, file: await checkFile(cwd) });
  const found: Found[] = [judgeNode(process.version), ...config, judgeFacts(await readFacts(env, cwd))];
  const answer = await send(`${settings.url}/api/ready`, {
    method: "GET",
    headers: {},
    signal: AbortSignal.timeout(10_000),
    connectMs: CONNECT_MS,
  }).catch((error: Error) => error);
  if (answer instanceof Error) {
    const reason = reasonOf(answer);
    const message = `${settings.url} does not answer (${reason}).`;
    const mend = 'Start the service ("npm start"), or set its address: --url, SVC_URL or "plumbline login".';
    return [...found, { check: "service", state: "problem", message, mend }];
  }
  const body = parsed(new Uint8Array(await answer.arrayBuffer()));
  if (typeof body !== "object" || body === null || !("ready" in body)) {
    const message = `${settings.url} answers HTTP ${answer.status} and is not a Plumbline service.`;
    return [...found, { check: "service", state: "problem", message, mend: "Correct the address of the service." }];
  }
  found.push({ check: "service", state: "ok", message: `${settings.url} is a Plumbline service.` });
  found.push(judgeClock(answer.headers.get("date"), new Date()));
  found.push(...judgeReadiness(body as never));
  return [...found, ...(await checkProject({ settings, service, env }, options.production === true))];
}

async function checkFile(cwd: string): Promise<{ name: string; wrong: string | null } | null> {
  try {
    const opened = await openFile(cwd);
    if (opened) await withContents(opened.config, opened.folder);
    return opened && { name: FILE_NAME, wrong: null };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { name: FILE_NAME, wrong: error.message };
  }
}

async function checkProject(
  { settings, service, env }: Pick<CommandUse, "settings" | "service" | "env">,
  production: boolean,
): Promise<Found[]> {
  if (settings.apiKey === null) {
    const message = "No key found.";
    const mend = `Set SVC_API_KEY, or store one in ${loginFile(env)} with "plumbline login".`;
    return [{ check: "key", state: "problem", message, mend }];
  }
  try {
    const { projects } = await service.get("/api/ci/projects");
    const checkup = await service.get("/api/ci/checkup");
    const machine = judgeCheckup(checkup, { production });
    if (production) machine.push(...judgeProduction(checkup.production, new Date()));
    const [only] = projects.length === 1 ? projects : [];
    const project = settings.project ?? only?.slug;
    if (project === undefined)
      return [
        ...machine,
        {
          check: "project",
          state: "warning",
          message: `The key sees ${projects.length} projects, and none is chosen.`,
          mend: `Choose one with --project: ${projects
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
    return [...machine, ...judgeSetup(data)];
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return [
      {
        check: "key",
        state: "problem",
        message: error.message,
        mend: MENDS[error.code] ?? "See the message.",
      },
    ];
  }
}
const MENDS: Record<string, string> = {
  http_401: 'Create a new key where the service runs: "npm run admin -- keys create --project <slug>".',
  scope_denied: "Use a key whose scope allows it.",
};
