// The current session.
import { useQuery } from "@tanstack/react-query";
import type { session } from "../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../api/endpoints/answers/named.ts";
import type { SESSION_REVOKED } from "../../../domain/errors.ts";
import { ApiError, get, post, setCsrfToken } from "./api.ts";
import { basePath } from "./base.ts";
import { clearDrafts, ownDrafts } from "./drafts.ts";
import { type Owner, type Turn, turnOf } from "./sessionTurn.ts";
import { hasEntries } from "./unsaved.ts";

type Answer = AnswerOf<typeof session>;

/** `isHeld`: it has ended, and its page waits for the person. `page`: another number is another page, even at the same address. */
export type Session = Answer & { isHeld: boolean; page: number };

export const sessionKey = ["session"] as const;
/** Time during which a session that was just read is not requested again. */
export const SESSION_FRESH_MS = 60_000;

/** Why the service says that a session is no longer valid, if it did not expire. */
const REVOKED: typeof SESSION_REVOKED = "session_revoked";

let owner: Owner = { person: undefined, isHeld: false };
let last: Session | null = null;
/** Whether another tab has signed out. */
let isClosed = false;
/** Number of requests for the session. What an earlier one says may have changed since. */
let reads = 0;
let onTurn: (turn: Turn, next: Session | null) => void = () => {};
/** Called when the session was read. The person's organisation and role are part of who they are. */
export const whenTurned = (listener: typeof onTurn): void => {
  onTurn = listener;
};

function note(answer: Answer | null, isEnded = false): Session | null {
  const person = answer && [answer.user.id, answer.user.orgId, answer.user.role].join(" ");
  const turn = turnOf(owner, person, { isClosed: isClosed || isEnded, hasEntries: hasEntries() });
  const isHeld = turn === "held";
  const page = (last?.page ?? 0) + (turn === "left" ? 1 : 0);
  owner = isHeld ? { ...owner, isHeld } : { person, isHeld };
  if (isHeld) last = last && { ...last, isHeld };
  else last = answer && { ...answer, isHeld, page };
  isClosed = false;
  setCsrfToken(answer?.csrfToken ?? "");
  if (answer) ownDrafts(answer.user.id);
  onTurn(turn, last);
  return last;
}

/** Returns whether the page was served without the parts for signed-in people. A request would then only log an error in the browser's console. */
const cameSignedOut = (): boolean => owner.person === undefined && !document.querySelector("link[data-frame]");

export const readSession = async (): Promise<Session | null> => {
  if (cameSignedOut()) return note(null);
  reads += 1;
  const read = reads;
  let answer: Answer | null = null;
  let isRevoked = false;
  try {
    answer = await get("/api/auth/session");
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    isRevoked = (error.body as { reason?: unknown } | null)?.reason === REVOKED;
  }
  return read === reads ? note(answer, isRevoked) : last;
};

/** Notifies the other tabs of the browser, which share the session, so that they read it again. */
const tabs = new BroadcastChannel(`plumbline session ${basePath}`);
const CHANGED = "changed";
const SIGNED_OUT = "signed out";
export const sessionChanged = (): void => tabs.postMessage(CHANGED);
export const whenSessionChanged = (listener: () => void): void => {
  const hear = (isOut: boolean) => {
    isClosed = isOut;
    listener();
  };
  tabs.addEventListener("message", ({ data }) => hear(data === SIGNED_OUT));
  // A page restored from the back/forward cache, or a tab that was suspended, may have missed the message.
  addEventListener("pageshow", ({ persisted }) => persisted && hear(true));
};

/** Ends the session in every tab. Rejects if the service did not end it, because the browser is then still signed in. */
export async function signOut(): Promise<void> {
  try {
    await post("/api/auth/sign-out");
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  clearDrafts();
  reads += 1;
  note(null, true);
  tabs.postMessage(SIGNED_OUT);
}

/** `data` is null if nobody is signed in. */
export const useSession = () =>
  useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: SESSION_FRESH_MS, refetchOnWindowFocus: "always" });

/** Returns what the person may do. Viewers see the same screens without the buttons. */
export function useMay(): { write: boolean; administer: boolean } {
  const role = useSession().data?.user.role;
  return { write: role === "admin" || role === "editor", administer: role === "admin" };
}
