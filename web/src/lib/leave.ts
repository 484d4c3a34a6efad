// Where people land after ending their own session.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "./paths.ts";
import { sessionKey, signOut } from "./session.ts";

/** Returns a function that signs out and opens the sign-in page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    await signOut();
    queries.setQueryData(sessionKey, null);
    await navigate({ to: paths.signIn() } as never);
  };
}
