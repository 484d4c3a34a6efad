// Where a person lands whose session has ended by their own doing.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "./paths.ts";
import { sessionKey, signOut } from "./session.ts";

/** Signs out and opens the sign-in page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    await signOut();
    queries.setQueryData(sessionKey, null);
    await navigate({ to: paths.signIn() } as never);
  };
}
