// A process that is started before what it needs: it loads its modules first, and gets the rest of its settings when everything
// else is running.
import { tellParent } from "./ipc.ts";

/** In the environment of such a process. */
export const SETTINGS_FOLLOW = "PLUMBLINE_SETTINGS_FOLLOW";

/** What its parent sends. */
export type StartSettings = { kind: "settings"; env: NodeJS.ProcessEnv };

/** What it sends while its start takes long and goes on: what is done just now. */
export type StartMoved = { kind: "moved"; step: string };

/** Tells the parent, where there is one, that the start goes on. */
export function tellMoved(step: string): void {
  tellParent({ kind: "moved", step } satisfies StartMoved);
}

/** What it sends while its event loop turns. */
export type SignOfLife = { kind: "alive" };

/** A parent that hears nothing for some of these knows that we hang. */
const SIGN_EVERY_MS = 2_000;

/** Gives the parent, where there is one, signs of life until the process ends. */
export function giveSigns(): void {
  if (!process.send) return;
  const timer = setInterval(() => tellParent({ kind: "alive" } satisfies SignOfLife), SIGN_EVERY_MS);
  timer.unref();
}

/** Waits for the settings where they follow, and puts them into the environment. Ends the process when its parent is gone. */
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
