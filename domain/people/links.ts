// One-time links: what each is for, how long it holds and which page opens it.
import type { Role } from "./members.ts";
import type { ProofAsked } from "./proof.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `page`: its path in the dashboard. The token follows as the fragment, which browsers send to no server. */
export const LINK_KINDS = {
  welcome: { page: "welcome", holdsMs: 24 * HOUR_MS },
  signIn: { page: "sign-in", holdsMs: 10 * MINUTE_MS },
  invitation: { page: "invite", holdsMs: 7 * 24 * HOUR_MS },
  recipient: { page: "confirm", holdsMs: 7 * 24 * HOUR_MS },
  reset: { page: "reset", holdsMs: 24 * HOUR_MS },
} as const satisfies Record<string, { page: string; holdsMs: number }>;
export type LinkKind = keyof typeof LINK_KINDS;

/** What a page may know of its link before it is used. */
export type LinkView = {
  kind: LinkKind;
  email: string | null;
  name: string | null;
  organisation: { name: string } | null;
  /** Of a recipient's link: the channel that would mail the address. */
  channel: { name: string } | null;
  role: Role | null;
  /** Of an invitation: the person has an account already. */
  hasAccount: boolean;
  hasPassword: boolean;
  /** Of an invitation that was handed on: how its taker must prove the address first. */
  proof: ProofAsked;
  expiresAt: string;
};

/** The whole address of a link. */
export function linkAddress(base: string, kind: LinkKind, token: string): string {
  return `${base.replace(/\/+$/, "")}/${LINK_KINDS[kind].page}#${token}`;
}
