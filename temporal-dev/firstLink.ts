// What `npm start` says while there is nobody who could sign in: the link that makes the first administrator. It is for a
// terminal alone: output that goes to a file or a journal would keep it.
import { admin } from "./adminCommand.ts";

const COMMAND = "npm run -s admin -- users first-link";

export type FirstLinkOptions = {
  apiUrl: string;
  /** Somebody reads along, and nothing is kept. */
  terminal: boolean;
  makeLink(): Promise<string>;
};

/** The lines to print; none where there is a user. */
export async function firstLinkLines({ apiUrl, terminal, makeLink }: FirstLinkOptions): Promise<string[]> {
  const answer = await fetch(`${apiUrl}/api/app/sign-in-options`);
  const options: unknown = await answer.json();
  const first = typeof options === "object" && options !== null && "firstStart" in options && options.firstStart;
  if (!answer.ok || first !== true) return [];
  if (!terminal) return [`nobody can sign in yet: ${COMMAND} prints a one-time link for the first administrator`];
  return [
    "There is no user yet. This link makes the first administrator; it works once, for a day:",
    `  ${await makeLink()}`,
    `A new one: ${COMMAND}`,
  ];
}

/** By the admin command, on the service's own database. */
export const makeFirstLink = (dataDir: string, env: NodeJS.ProcessEnv): Promise<string> =>
  admin(dataDir, ["users", "first-link"], env);
