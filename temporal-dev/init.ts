// Performs the operations of `plumbline init` directly on the service's data folder: whoever can start this process on the folder is the
// operator of the installation. Answers requests over its IPC channel, runs once per folder, and ends with the command.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { allowHost } from "../api/operations/installation/allowedHosts.ts";
import { createKey } from "../api/operations/keys/createKey.ts";
import { makeFirstLink } from "../api/operations/people/firstAdministrator.ts";
import { listUsers } from "../api/operations/people/listUsers.ts";
import { makeSignInLink } from "../api/operations/people/signInLink.ts";
import { projectOfSite } from "../api/operations/setup/projectOfSite.ts";
import type { Asked, CallName, Calls, Told } from "../cli/first/calls.ts";
import { type Session, withSession } from "../cli/session.ts";
import { readConfig } from "../domain/config.ts";
import { messageOf } from "../domain/errors.ts";
import { linkAddress } from "../domain/people/links.ts";
import { tellParent } from "../platform/ipc.ts";
import { outliveOutput } from "../platform/logFile.ts";
import { serviceOn } from "./background.ts";
import { tryToHold } from "./data-lock.ts";
import { setUp } from "./setup.mjs";

/** Time for a service that is still starting to be told to stop. */
const LAST_MS = 2_000;

const tell = (told: Told) => tellParent(told);

const dataDir = path.resolve(readConfig(process.env).dataDir);
const over = new AbortController();

type Answers = { [N in CallName]: (input: Calls[N]["input"]) => Promise<Calls[N]["answer"]> };

const ANSWERS: Answers = {
  async service() {
    await setUp({ log: (line) => tell({ kind: "note", line }) });
    over.signal.throwIfAborted();
    return serviceOn(dataDir, { env: process.env, signal: over.signal });
  },
  allow: ({ site }) => withSession(({ ctx, caller }) => allowHost(ctx, caller, site)),
  project: (input) => withSession(({ ctx, caller }) => projectOfSite(ctx, caller, input)),
  key: ({ project }) =>
    withSession(async ({ ctx, caller }) => {
      const { key } = await createKey(ctx, caller, {
        name: "plumbline init",
        kind: "project",
        project,
        scope: "mcp_full",
      });
      return { key };
    }),
  link: () => withSession(async (session) => ({ link: await linkOf(session) })),
};

/** Returns a link that creates the first administrator, or a sign-in link for the only user. */
async function linkOf({ ctx, caller, baseUrl }: Session): Promise<string | null> {
  const first = await makeFirstLink(ctx, caller.orgId);
  if (first !== null) return linkAddress(baseUrl, "welcome", first);
  const [only, ...others] = await listUsers(ctx, caller);
  if (only === undefined || others.length > 0) return null;
  return linkAddress(baseUrl, "signIn", (await makeSignInLink(ctx, caller, only.email)).token);
}

async function answer<N extends CallName>(id: number, call: N, input: Calls[N]["input"]): Promise<void> {
  try {
    tell({ kind: "answer", id, answer: await ANSWERS[call](input) });
  } catch (error) {
    tell({ kind: "refused", id, message: messageOf(error) });
  }
}

outliveOutput();
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
const letGo = tryToHold(path.join(dataDir, "init.lock"));
if (letGo === null) {
  tell({ kind: "busy" });
  process.disconnect();
} else {
  process.on("message", ({ id, call, input }: Asked) => void answer(id, call, input as never));
  process.once("disconnect", () => {
    over.abort(new Error("the command has ended"));
    letGo();
    // Exits even if a download is still in progress.
    setTimeout(() => process.exit(0), LAST_MS).unref();
  });
  tell({ kind: "held" });
}
