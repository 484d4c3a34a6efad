// Runs the site under test, if this command starts it, from its first answer until the command ends.
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CLIENT_EXIT, ClientError, wrongUse } from "../client/exit.ts";
import { endGroup } from "./group.ts";

export type LocalSite = { group: number; stop(grace?: number): Promise<void> };
export type SiteOptions = {
  command: string;
  url: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Time limit for the first answer in ms. */
  serveTimeout: number;
  /** Time limit of the first attempts in ms, by default 5 s. */
  attemptMs?: number;
  signal: AbortSignal;
  /** Called as soon as the process runs. */
  started(group: number): void;
};

const POLL_MS = 100;
const ATTEMPT_MS = 5_000;
/** Time limit for a running site to answer: a development server builds a page when somebody first asks for it. */
export const ANSWER_MS = 60_000;
const LAST_LINES = 10;

/** Throws ClientError (2) if something already answers there, and ClientError (3) if the site ends or does not answer in time. */
export async function startSite(options: SiteOptions): Promise<LocalSite> {
  const { command, url, cwd, env, logFile, serveTimeout, signal } = options;
  let answerMs = options.attemptMs ?? ATTEMPT_MS;
  if (await answers(url, { signal, answerMs }))
    throw wrongUse(`Something responds at ${url} already. Stop it, or omit --serve to test it.`);
  const log = openSync(logFile, "w", 0o600);
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  let over: string | null = null;
  child.once("error", (error) => {
    over = `could not be started (${error.message})`;
  });
  child.once("exit", (code, by) => {
    over = `ended ${by === null ? `with exit code ${code}` : `by ${by}`}`;
  });
  const group = child.pid;
  if (group !== undefined) options.started(group);
  const stop = async (grace?: number) => {
    if (group !== undefined) await endGroup(group, grace);
  };
  try {
    const late = Date.now() + serveTimeout;
    for (;;) {
      const asked = Date.now();
      const leftMs = Math.max(late - asked, POLL_MS);
      if (await answers(url, { signal, answerMs: Math.min(answerMs, leftMs) })) return { group: group ?? 0, stop };
      if (over !== null) throw failed(`"${command}" ${over} before ${url} answered`, logFile);
      if (Date.now() > late)
        throw failed(
          `"${command}" runs, and ${url} does not answer after ${Math.round(serveTimeout / 1_000)} s`,
          logFile,
        );
      // A site that takes longer for every answer gets twice as long the next time.
      if (Date.now() - asked >= answerMs - POLL_MS) answerMs *= 2;
      await sleep(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

type Asking = { signal?: AbortSignal; answerMs?: number };

/** Any response in time counts, whatever its status; so does an untrusted certificate. Checking them is up to the tests. */
export async function answers(url: string, { signal, answerMs = ANSWER_MS }: Asking = {}): Promise<boolean> {
  const late = AbortSignal.timeout(answerMs);
  try {
    const answer = await fetch(url, { redirect: "manual", signal: signal ? AbortSignal.any([signal, late]) : late });
    await answer.body?.cancel();
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    const cause = error instanceof Error ? error.cause : null;
    return cause instanceof Error && "code" in cause && /CERT|TLS/.test(String(cause.code));
  }
}

function failed(what: string, logFile: string): ClientError {
  const lines = readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-LAST_LINES);
  return new ClientError(CLIENT_EXIT.errored, "no_site", [`${what}. Last output:`, ...lines].join("\n"));
}
