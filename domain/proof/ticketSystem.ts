// Where a project's tickets live, and what to do when its system refuses. The token is sealed at rest and in no message.
import type { TicketSource } from "./ticket.ts";

export const TICKET_SYSTEMS = ["jira", "github", "gitlab"] as const satisfies readonly TicketSource[];
export type TicketSystemName = (typeof TICKET_SYSTEMS)[number];

export type TicketSystem = {
  system: TicketSystemName;
  /** Of GitHub its API's: https://api.github.com, or https://HOST/api/v3. */
  baseUrl: string;
  /** Of Jira's cloud: whose token it is. Left out: a personal access token of an own server. */
  email: string | null;
  token: string;
  /** owner/name or group/name; Jira needs none. */
  repository: string | null;
  /** Proofs write their comment into the ticket. */
  comment: boolean;
};

export const SYSTEM_TITLE: Record<TicketSystemName, string> = { jira: "Jira", github: "GitHub", gitlab: "GitLab" };

/** The number of a ticket: `12`, `#12`, `owner/name#12`, `SHOP-12` of a mirrored key is none. */
export function numberOf(key: string): number | null {
  const found = /(?:^|#)(\d{1,9})$/.exec(key.trim());
  return found ? Number(found[1]) : null;
}

/** A key of Jira; it goes into an address. */
export const isJiraKey = (key: string): boolean => /^[A-Z][A-Z0-9_]{0,29}-\d{1,9}$/i.test(key.trim());

/** What to do about a refusal, by the status of HTTP; 0: no answer. */
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
      return `${name} asks for fewer calls: prove the ticket again in a few minutes.`;
    case 301:
    case 302:
    case 307:
    case 308:
      return `${name} redirects to another address: set its present one with the command projects tickets.`;
    case 0:
      return `${name} did not answer (${message}): prove the ticket again, or give its title and description.`;
    default:
      return `${name} answered with HTTP ${status}: prove the ticket again later, or give its title and description.`;
  }
}
