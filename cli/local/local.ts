// `run --local` and `try`: run the service and the site for the duration of one command.
import path from "node:path";
import { wrongUse } from "../client/exit.ts";
import { saveFile } from "../client/saveFile.ts";
import { createService } from "../client/service.ts";
import { STOPPED_BEFORE, stoppable } from "../client/stop.ts";
import type { CommandUse } from "../commands/command.ts";
import { sendConfig } from "../projectFile/send.ts";
import type { Config } from "../projectFile/types.ts";
import { hostOf } from "./config.ts";
import { type LocalService, startLocalService } from "./service.ts";
import { answers, startSite } from "./site.ts";
import type { Wanted } from "./wanted.ts";

/** What is available while both are up: the command's use with its own service, and the labels of the tested scenarios. */
export type Up = { use: CommandUse; labels: string[]; mainBranch: string; signal: AbortSignal };

/** Starts both, does the work, and stops both in any case. Throws if either cannot be started. */
export const withLocal = <T>(use: CommandUse, wanted: Wanted, work: (up: Up) => Promise<T>): Promise<T> =>
  stoppable(STOPPED_BEFORE, (stop) => whileUp(use, wanted, work, stop), ["SIGHUP"]);

async function whileUp<T>(
  use: CommandUse,
  wanted: Wanted,
  work: (up: Up) => Promise<T>,
  stop: AbortController,
): Promise<T> {
  const { note } = use.out;
  const ends: (() => Promise<void>)[] = [];
  try {
    const { apiUrl, key } = await bringUp(use, wanted, stop, ends);
    const service = createService({ url: apiUrl, apiKey: key, note });
    const { config, project, environment, values, prune, origin } = wanted;
    const { refused } = await sendConfig(service, { project, config, values, prune, origin, mode: "apply" });
    if (refused.length > 0)
      throw wrongUse(refused.map(({ kind, name, message }) => `${kind} "${name}": ${message}`).join("\n"));
    stop.signal.throwIfAborted();
    const settings = { url: apiUrl, apiKey: key, project, environment };
    return await work({
      use: { ...use, service, settings },
      labels: labelsOf(config),
      mainBranch: mainBranchOf(config),
      signal: stop.signal,
    });
  } finally {
    await Promise.all(ends.map((end) => end()));
  }
}

/**
 * Starts both at the same time, once this command has exclusive use of the data folder, because another command using it may serve the
 * same site. A failure of one ends the wait for the other. `ends` collects what has to be stopped.
 */
async function bringUp(
  { out, env, cwd }: CommandUse,
  { folder, serve, address: url, serveTimeout, dataTimeout, dataDir, hosts }: Wanted,
  stop: AbortController,
  ends: (() => Promise<void>)[],
): Promise<LocalService> {
  const { note } = out;
  const { signal } = stop;
  await makeDataFolder(dataDir);
  signal.throwIfAborted();
  const group = Promise.withResolvers<number>();
  note("Starting Plumbline.");
  const allowed = [hostOf(url), ...hosts].join(",");
  const shared = { env: { ...env }, signal };
  const held = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => held.reject(signal.reason), { once: true });
  const folderUse = { folder, dataDir, dataTimeout, holds: held.resolve };
  const starting = startLocalService({ ...shared, ...folderUse, allowed, group: group.promise, note });
  const place = { cwd, logFile: path.join(dataDir, "site.log"), started: group.resolve };
  const site = held.promise.then(() =>
    serve === undefined
      ? requireSite(url, signal)
      : startSite({ ...shared, ...place, command: serve, url, serveTimeout }),
  );
  // The first failure is the reason; the other part then fails only because of it.
  for (const part of [starting, site]) part.catch((error) => stop.abort(error));
  const [service, served] = await Promise.allSettled([starting, site]);
  if (service.status === "fulfilled") ends.push(service.value.stop);
  if (served.status === "fulfilled" && served.value) ends.push(served.value.stop);
  signal.throwIfAborted();
  return service.status === "fulfilled" ? service.value : Promise.reject(service.reason);
}

const labelsOf = ({ scenarios }: Config): string[] =>
  Array.isArray(scenarios) ? scenarios.map(({ label }) => String(label)) : [];

const mainBranchOf = ({ project }: Config): string =>
  (project as { mainBranch?: string } | undefined)?.mainBranch ?? "main";

/** Kept between jobs, and never committed. */
export const makeDataFolder = (dataDir: string): Promise<void> =>
  saveFile(path.join(dataDir, ".gitignore"), "*\n", 0o700);

async function requireSite(address: string, signal: AbortSignal): Promise<null> {
  if (await answers(address, { signal })) return null;
  throw wrongUse(`Nothing answers at ${address}: start the site, or pass --serve "npx vite preview".`);
}
