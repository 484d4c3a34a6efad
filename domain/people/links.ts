// One-time links: the purpose of each, how long it is valid, and which page opens it.
import type { Role } from "./members.ts";
import type { ProofAsked } from "./proof.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `page`: path in the dashboard. The token follows in the fragment, which browsers do not send to servers. */
export const LINK_KINDS = {
  welcome: { page: "welcome", holdsMs: 24 * HOUR_MS },
  signIn: { page: "sign-in", holdsMs: 10 * MINUTE_MS },
  invitation: { page: "invite", holdsMs: 7 * 24 * HOUR_MS },
  recipient: { page: "confirm", holdsMs: 7 * 24 * HOUR_MS },
  reset: { page: "reset", holdsMs: 24 * HOUR_MS },
} as const satisfies Record<string, { page: string; holdsMs: number }>;
export type LinkKind = keyof typeof LINK_KINDS;

/** What a page may know about its link before it is used. */
export type LinkView = {
  kind: LinkKind;
  email: string | null;
  name: string | null;
  organisation: { name: string } | null;
  /** For a recipient's link: the channel that would email the address. */
  channel: { name: string } | null;
  role: Role | null;
  /** For an invitation: whether the person already has an account. */
  hasAccount: boolean;
  hasPassword: boolean;
  /** For an invitation that an administrator shared: how the person must verify the address first. */
  proof: ProofAsked;
  expiresAt: string;
};

/** Returns the complete URL of a link. */
export function linkAddress(base: string, kind: LinkKind, token: string): string {
  return `${base.replace(/\/+$/, "")}/${LINK_KINDS[kind].page}#${token}`;
}
