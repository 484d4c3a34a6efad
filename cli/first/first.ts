// `plumbline init --url`: from a site's URL to its first verdict. Each step checks what already exists, so a command that was interrupted
// continues when it is run again, and one that has nothing left to do changes nothing.
import path from "node:path";
import { plural } from "../../domain/text.ts";
import { PILLAR_WORDS } from "../../domain/words/pillars.ts";
import { dashboardAddress } from "../client/dashboard.ts";
import { CLIENT_EXIT, ClientError, type ClientExit } from "../client/exit.ts";
import { createService, type Service } from "../client/service.ts";
import { stoppable } from "../client/stop.ts";
import { type CommandUse, textOf } from "../commands/command.ts";
import { seeRunsEnd } from "../commands/seeEnd.ts";
import { readSource } from "../import/source.ts";
import { findService } from "../local/findService.ts";
import { commandName } from "../terminal.ts";
import { storedKey, storeKey } from "./login.ts";
import { type Operator, startOperator } from "./operator.ts";
import { namedPages } from "./pages.ts";
import { askLeave, hostToAllow, terminalConfirm } from "./permission.ts";
import { captureBaselines, type Running, runTo } from "./runs.ts";
import { addScenarios, findScenarios, labelsOf } from "./scenarios.ts";
import { checkSite, siteAddress } from "./site.ts";
import { readProgress, writeProgress } from "./state.ts";
import { createSteps, type Steps } from "./steps.ts";

const TIMEOUT_MS = 60 * 60_000;
const STOPPED = new ClientError(
  CLIENT_EXIT.errored,
  "stopped",
  'Stopped. Run the same command again: it continues. "npm stop" ends Plumbline itself.',
);
/** Maximum number of pages that are listed because they are not tested. */
const MAX_LEFT_OUT = 5;
/** Default data folder of `npm start`. */
const DATA_FOLDER = ".plumbline";
/** Whether the pillar is audited: screenshots are compared before that, and a new project has no features yet. */
const audited = (pillar: string): boolean =>
  Object.values(PILLAR_WORDS).some(({ name, parts }) => name === pillar && parts === "pages");

type Overview = {
  modules: { pillar: string; unlocked: boolean; available: boolean }[];
  counts: { trackingPages: number; trackingEvents: number };
};

export const firstResult = (use: CommandUse): Promise<ClientExit> =>
  stoppable(STOPPED, ({ signal }) => untilStopped(use, signal), ["SIGHUP"]);

async function untilStopped(use: CommandUse, signal: AbortSignal): Promise<ClientExit> {
  const { options, out, env, cwd } = use;
  const site = siteAddress(textOf(options, "url") ?? "");
  const folder = findService(cwd, textOf(options, "service"), env);
  const dataDir = env.SVC_DATA_DIR ? path.resolve(cwd, env.SVC_DATA_DIR) : path.join(folder, DATA_FOLDER);
  let operator: Operator | undefined;
  try {
    const host = await hostToAllow(site, { dataDir, env });
    await checkSite(site, signal, out.note);
    const list = textOf(options, "pages");
    const text = list === undefined ? undefined : (await readSource(list, cwd)).text;
    if (host !== null) await askLeave(host, { yes: options.yes === true, confirm: terminalConfirm(signal) });
    operator = await startOperator({ folder, dataDir, env: { ...env }, signal, note: (line) => out.note(`  ${line}`) });
    return await go({ use, site, host, text, dataDir, operator, signal, steps: createSteps(out.note, signal) });
  } finally {
    await operator?.close();
  }
}

type Going = {
  use: CommandUse;
  site: string;
  /** Private host that the person has agreed to; null if the site may be visited anyway. */
  host: string | null;
  /** Content of --pages. */
  text: string | undefined;
  dataDir: string;
  operator: Operator;
  signal: AbortSignal;
  steps: Steps;
};

async function go({ use, site, host, text, dataDir, operator, signal, steps }: Going): Promise<ClientExit> {
  const { out, options } = use;
  const { note } = out;
  const { service, apiUrl, slug, id } = await prepare({ use, site, host, operator, steps });
  const progress = readProgress(dataDir, { id, slug });
  const keep = () => writeProgress(dataDir, slug, progress);
  if (text !== undefined) {
    const { pages, leftOut } = await namedPages(service, text, site);
    for (const { path, reason } of leftOut.slice(0, MAX_LEFT_OUT)) note(`  ! ${path} ${reason}`);
    if (leftOut.length > MAX_LEFT_OUT) note(`  ! ${leftOut.length - MAX_LEFT_OUT} more are left out`);
    const added = await addScenarios(service, slug, pages);
    if (added > 0) {
      await steps.step(
        "Adding pages",
        async () => added,
        (count) => `${plural(count, "page")} of --pages added`,
      );
      // Earlier runs did not include these pages.
      progress.runs = {};
      keep();
    }
  } else if ((await labelsOf(service, slug)).length === 0) {
    const kept = (jobId: string) => {
      progress.crawlJobId = jobId;
      keep();
    };
    await findScenarios({ service, project: slug, steps, signal, note, crawlJobId: progress.crawlJobId, keep: kept });
  }
  const running: Running = {
    service,
    project: slug,
    progress,
    keep,
    timeout: TIMEOUT_MS,
    signal,
    json: options.json === true,
    note,
  };
  const labels = await labelsOf(service, slug);
  await captureBaselines(running, steps, labels);
  const ended = await runEach({ running, steps, service });
  // All runs have ended, and each step has said how.
  const quiet = { ...out, note: () => undefined };
  const exit = await seeRunsEnd(
    { ...use, service, out: quiet },
    { runs: ended, timeout: TIMEOUT_MS, cancels: false, signal, facts: async () => ({}) },
  );
  if (steps.changed.length === 0) note("\nNothing was left to do: this is the earlier result.");
  note("");
  for (const line of await lastLines({ apiUrl, slug, operator })) note(line);
  return exit;
}

type Preparing = Pick<Going, "use" | "site" | "host" | "operator" | "steps">;

/** Prepares the service, the permission to visit the site, the project and the key. */
async function prepare({ use, site, host, operator, steps }: Preparing) {
  const { options, out, env } = use;
  const { apiUrl } = await steps.step(
    "Looking for Plumbline on this computer",
    () => operator.call("service", {}),
    ({ apiUrl, started }) => (started ? `Plumbline started at ${apiUrl}; "npm stop" ends it` : null),
  );
  if (host !== null)
    await steps.step(
      "Allowing the site's host",
      () => operator.call("allow", { site }),
      ({ host, how }) => (how === "added" ? `Plumbline may visit ${host}` : null),
    );
  const wanted = { site, slug: textOf(options, "project") ?? null, local: host !== null };
  const { id, slug } = await steps.step(
    "Looking for the project",
    () => operator.call("project", wanted),
    (place) => (place.created ? `Project ${place.slug} created` : null),
  );
  const place = { apiUrl, project: { id, slug } };
  const stored = await storedKey(env, place);
  const apiKey = stored ?? (await makeKey({ use, operator, steps, place }));
  for (const name of ["SVC_URL", "SVC_API_KEY", "SVC_PROJECT"] as const)
    if (env[name]) out.note(`  ! ${name} is set and overrides what init stores: unset it for this site.`);
  return { apiUrl, id, slug, service: createService({ url: apiUrl, apiKey, note: out.note }) };
}

async function makeKey({
  use,
  operator,
  steps,
  place,
}: Pick<Going, "use" | "operator" | "steps"> & { place: Parameters<typeof storeKey>[1] }): Promise<string> {
  const { key } = await steps.step(
    "Creating an API key",
    async () => {
      const made = await operator.call("key", { project: place.project.slug });
      return { ...made, ...storeKey(use.env, place, made.key) };
    },
    ({ file, before }) => `Key stored in ${file}${before === null ? "" : `; the previous login is saved in ${before}`}`,
  );
  return key;
}

/** Runs the visual test before the audits, so that the first verdict comes early. */
async function runEach({ running, steps, service }: { running: Running; steps: Steps; service: Service }) {
  const said = ({ title, fresh }: { title: string; fresh: boolean }) => (fresh ? `${title} done` : null);
  const visual = await steps.step("Running the first visual test", () => runTo(running, "visual"), said);
  const { data } = await service.invoke<Overview>("get_project", { project: running.project });
  const planned = data.counts.trackingPages + data.counts.trackingEvents > 0;
  const pillars = data.modules
    .filter(({ pillar, unlocked, available }) => unlocked && available && audited(pillar))
    .map(({ pillar }) => pillar)
    .filter((pillar) => pillar !== "tracking" || planned);
  const audit = await steps.step(`Auditing: ${pillars.join(", ")}`, () => runTo(running, "audit", { pillars }), said);
  return [visual, audit];
}

/** The sign-in link is shown only at a terminal; redirected output would store it. */
async function lastLines({ apiUrl, slug, operator }: Pick<Going, "operator"> & { apiUrl: string; slug: string }) {
  const address = apiUrl + dashboardAddress(slug, { kind: "project" });
  const { link } = process.stdout.isTTY === true ? await operator.call("link", {}) : { link: null };
  return [
    `Dashboard   ${address}`,
    ...(link === null ? [] : [`Sign in     ${link}`, "            The link works once."]),
    `Test again  ${commandName()} run visual --wait`,
  ];
}
