// Who is signed in.
import { useQuery } from "@tanstack/react-query";
import type { session } from "../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../api/endpoints/answers/named.ts";
import { ApiError, get, setCsrfToken } from "./api.ts";

export type Session = AnswerOf<typeof session>;
export type Person = Session["user"];

export const sessionKey = ["session"] as const;

export const readSession = async (): Promise<Session | null> => {
  try {
    const session = await get<Session>("/api/auth/session");
    setCsrfToken(session.csrfToken);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};

/** `data` is null when nobody is signed in. */
export const useSession = () => useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 });

/** May the person change things? Viewers see the same screens without the buttons. */
export function useMay(): { write: boolean; administer: boolean } {
  const role = useSession().data?.user.role;
  return { write: role === "admin" || role === "editor", administer: role === "admin" };
}
