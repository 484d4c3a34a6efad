// Links that `npm start` prints: the one that creates the first administrator while nobody can sign in, and the one that signs in to the
// Temporal UI. They are printed only to a terminal, because a file or a journal would store them.
import { admin } from "./adminCommand.ts";

const COMMAND = "npm run -s admin -- users first-link";

export type FirstLinkOptions = {
  apiUrl: string;
  /** Whether the output goes to a terminal, where a person reads it and nothing is stored. */
  terminal: boolean;
  makeLink(): Promise<string>;
};

/** Returns the lines to print; none if there is a user. */
export async function firstLinkLines({ apiUrl, terminal, makeLink }: FirstLinkOptions): Promise<string[]> {
  const answer = await fetch(`${apiUrl}/api/app/sign-in-options`);
  const options: unknown = await answer.json();
  const first = typeof options === "object" && options !== null && "firstStart" in options && options.firstStart;
  if (!answer.ok || first !== true) return [];
  if (!terminal) return [`nobody can sign in yet: ${COMMAND} prints a one-time link for the first administrator`];
  return [
    "There is no user yet. This link creates the first administrator; it works once, for a day:",
    `  ${await makeLink()}`,
    `A new one: ${COMMAND}`,
  ];
}

/** Creates the link with the admin command, on the service's own database. */
export const makeFirstLink = (dataDir: string, env: NodeJS.ProcessEnv): Promise<string> =>
  admin(dataDir, ["users", "first-link"], env);

type Ui = Record<"temporalUiLink" | "temporalUiUrl", string | null>;

/** Elsewhere than at a terminal, the line has the address alone, whose page names the command that prints the link. */
export function temporalUiLines({ temporalUiLink, temporalUiUrl }: Ui, terminal: boolean): string[] {
  const address = terminal ? (temporalUiLink ?? temporalUiUrl) : temporalUiUrl;
  return address === null ? [] : [`Temporal UI ${address}`];
}
