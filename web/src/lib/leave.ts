// Where people land after ending their own session.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useToast } from "../components/Toast.tsx";
import { paths } from "./paths.ts";
import { sessionKey, signOut } from "./session.ts";

/** Returns a function that signs out and opens the sign-in page. If signing out fails, it says so and stays. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  return async () => {
    try {
      await signOut();
    } catch (error) {
      return toast.failed(error);
    }
    queries.setQueryData(sessionKey, null);
    await navigate({ to: paths.signIn() } as never);
  };
}
