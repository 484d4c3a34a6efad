// Settings of a project's ticket system, and advice for when it refuses a request. The token is stored encrypted and never part of a
// message.
import type { TicketSource } from "./ticket.ts";

export const TICKET_SYSTEMS = ["jira", "github", "gitlab"] as const satisfies readonly TicketSource[];
export type TicketSystemName = (typeof TICKET_SYSTEMS)[number];

export type TicketSystem = {
  system: TicketSystemName;
  /** For GitHub, the URL of its API: https://api.github.com, or https://HOST/api/v3. */
  baseUrl: string;
  /** For Jira Cloud, the owner of the token. Omitted for a personal access token of a self-hosted server. */
  email: string | null;
  token: string;
  /** owner/name or group/name; not needed for Jira. */
  repository: string | null;
  /** Whether proofs post a comment on the ticket. */
  comment: boolean;
};

export const SYSTEM_TITLE: Record<TicketSystemName, string> = { jira: "Jira", github: "GitHub", gitlab: "GitLab" };

/** Returns the number of a ticket from `12`, `#12` or `owner/name#12`; null otherwise, for example for the mirrored key `SHOP-12`. */
export function numberOf(key: string): number | null {
  const found = /(?:^|#)(\d{1,9})$/.exec(key.trim());
  return found ? Number(found[1]) : null;
}

/** Returns whether the text is a Jira key, which becomes part of a URL. */
export const isJiraKey = (key: string): boolean => /^[A-Z][A-Z0-9_]{0,29}-\d{1,9}$/i.test(key.trim());

/** Returns what to do about a refused request. `status`: HTTP status; 0 if there was no response. */
export function ticketProblem(
  system: TicketSystemName,
  { status, message }: { status: number; message: string },
  key: string,
): string {
  const name = SYSTEM_TITLE[system];
  switch (status) {
    case 401:
      return `${name} does not accept the token of this project: set a valid one with the command projects tickets.`;
    case 403:
      return `${name} does not let the token of this project do that: give it the right to read and comment on tickets.`;
    case 404:
      return `${name} has no ticket "${key.slice(0, 100)}" that the token of this project can see.`;
    case 429:
      return `${name} reached its rate limit: prove the ticket again in a few minutes.`;
    case 301:
    case 302:
    case 307:
    case 308:
      return `${name} redirects to another address: set the current one with the command projects tickets.`;
    case 0:
      return `${name} did not answer (${message}): prove the ticket again, or give its title and description.`;
    default:
      return `${name} answered with HTTP ${status}: prove the ticket again later, or give its title and description.`;
  }
}
