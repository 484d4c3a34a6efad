// The current session.
import { useQuery } from "@tanstack/react-query";
import type { session } from "../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../api/endpoints/answers/named.ts";
import { ApiError, get, post, setCsrfToken } from "./api.ts";
import { basePath } from "./base.ts";

export type Session = AnswerOf<typeof session>;

export const sessionKey = ["session"] as const;
/** Time during which a session that was just read is not requested again. */
export const SESSION_FRESH_MS = 60_000;

/** The last known person; undefined before the first request. */
let known: string | null | undefined;
let onOtherPerson: (next: Session | null) => void = () => {};
/** Called when the signed-in person, their organisation or their role has changed, or nobody is signed in any more. */
export const whenOtherPerson = (listener: (next: Session | null) => void): void => {
  onOtherPerson = listener;
};

function note(session: Session | null): Session | null {
  const next = session && [session.user.id, session.user.orgId, session.user.role].join(" ");
  const before = known;
  known = next;
  setCsrfToken(session?.csrfToken ?? "");
  if (before && before !== next) onOtherPerson(session);
  return session;
}

/** Returns whether the page was served without the parts for signed-in people. A request would then only log an error in the browser's console. */
const cameSignedOut = (): boolean => known === undefined && !document.querySelector("link[data-frame]");

export const readSession = async (): Promise<Session | null> => {
  if (cameSignedOut()) return note(null);
  try {
    return note(await get("/api/auth/session"));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return note(null);
    throw error;
  }
};

/** Notifies the other tabs of the browser, which share the session, so that they read it again. */
const tabs = new BroadcastChannel(`plumbline session ${basePath}`);
export const sessionChanged = (): void => tabs.postMessage("changed");
export const whenSessionChanged = (listener: () => void): void => {
  tabs.addEventListener("message", listener);
  // A page restored from the back/forward cache, or a tab that was suspended, may have missed the message.
  addEventListener("pageshow", ({ persisted }) => persisted && listener());
};

/** Ends the session in every tab. Rejects if the service did not end it, because the browser is then still signed in. */
export async function signOut(): Promise<void> {
  try {
    await post("/api/auth/sign-out");
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  // Unsaved drafts belong to the person.
  sessionStorage.clear();
  note(null);
  sessionChanged();
}

/** `data` is null if nobody is signed in. */
export const useSession = () =>
  useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: SESSION_FRESH_MS, refetchOnWindowFocus: "always" });

/** Returns what the person may do. Viewers see the same screens without the buttons. */
export function useMay(): { write: boolean; administer: boolean } {
  const role = useSession().data?.user.role;
  return { write: role === "admin" || role === "editor", administer: role === "admin" };
}
