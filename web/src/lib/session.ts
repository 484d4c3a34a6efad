// Who is signed in.
import { useQuery } from "@tanstack/react-query";
import type { session } from "../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../api/endpoints/answers/named.ts";
import { ApiError, get, post, setCsrfToken } from "./api.ts";
import { basePath } from "./base.ts";

export type Session = AnswerOf<typeof session>;

export const sessionKey = ["session"] as const;
/** A session that was just read is not asked for again. */
export const SESSION_FRESH_MS = 60_000;

/** Whose session the page knew last; undefined: it has not asked yet. */
let known: string | null | undefined;
let onOtherPerson: (next: Session | null) => void = () => {};
/** Heard when somebody was signed in, and now nobody is, or somebody else, or the same person in another organisation or role. */
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

/** The page came without what those need who are signed in: asking again would only write a refusal on the browser's console. */
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

/** Between the tabs of one browser, which have one session: each asks again when another has changed it. */
const tabs = new BroadcastChannel(`plumbline session ${basePath}`);
export const sessionChanged = (): void => tabs.postMessage("changed");
export const whenSessionChanged = (listener: () => void): void => {
  tabs.addEventListener("message", listener);
  // A page that comes back as it was left, and a tab that slept, may have missed it.
  addEventListener("pageshow", ({ persisted }) => persisted && listener());
};

/** Ends the session, in every tab. Where the service cannot be reached the page forgets all the same. */
export async function signOut(): Promise<void> {
  await post("/api/auth/sign-out").catch(() => {});
  // What was written and not saved is the person's own.
  sessionStorage.clear();
  note(null);
  sessionChanged();
}

/** `data` is null when nobody is signed in. */
export const useSession = () =>
  useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: SESSION_FRESH_MS, refetchOnWindowFocus: "always" });

/** May the person change things? Viewers see the same screens without the buttons. */
export function useMay(): { write: boolean; administer: boolean } {
  const role = useSession().data?.user.role;
  return { write: role === "admin" || role === "editor", administer: role === "admin" };
}
