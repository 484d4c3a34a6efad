// Starts a process before its dependencies: it loads its modules first, and gets the rest of its settings when everything else is running.
import { tellParent } from "./ipc.ts";

/** Environment variable of such a process. */
export const SETTINGS_FOLLOW = "PLUMBLINE_SETTINGS_FOLLOW";

/** Message from its parent. */
export type StartSettings = { kind: "settings"; env: NodeJS.ProcessEnv };

/** Message sent during a long start: the current step. */
export type StartMoved = { kind: "moved"; step: string };

/** Reports to the parent, if there is one, that the start is making progress. */
export function tellMoved(step: string): void {
  tellParent({ kind: "moved", step } satisfies StartMoved);
}

/** Message sent as long as its event loop turns. */
export type SignOfLife = { kind: "alive" };

/** If the parent receives none for several intervals, this process hangs. */
const SIGN_EVERY_MS = 2_000;

/** Sends the parent, if there is one, signs of life until the process ends. */
export function giveSigns(): void {
  if (!process.send) return;
  const timer = setInterval(() => tellParent({ kind: "alive" } satisfies SignOfLife), SIGN_EVERY_MS);
  timer.unref();
}

/** Waits for the settings if they follow, and puts them into the environment. Ends the process if its parent has ended. */
export async function takeStartSettings(): Promise<void> {
  if (process.env[SETTINGS_FOLLOW] === undefined) return;
  delete process.env[SETTINGS_FOLLOW];
  const gone = () => process.exit(0);
  process.once("disconnect", gone);
  await new Promise<void>((resolve) => {
    const take = (told: StartSettings) => {
      if (told?.kind !== "settings") return;
      process.off("message", take);
      Object.assign(process.env, told.env);
      resolve();
    };
    process.on("message", take);
  });
  process.off("disconnect", gone);
}
