// Where people land after ending their own session.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "./paths.ts";
import { sessionKey, signOut } from "./session.ts";
import { toast } from "./toast.ts";

/** Returns a function that signs out and opens the sign-in page. If signing out fails, it says so and stays. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    try {
      await signOut();
    } catch (error) {
      return toast.failed(error);
    }
    queries.setQueryData(sessionKey, null);
    await navigate({ to: paths.signIn(), ignoreBlocker: true } as never);
  };
}
