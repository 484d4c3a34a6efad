// The token of a one-time link. It is in the URL fragment and is removed from there immediately, so that no browser history keeps it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { signedIn } from "../../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import type { linkView } from "../../../../api/endpoints/answers/people.ts";
import { post, setCsrfToken } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { sessionChanged, sessionKey } from "../../lib/session.ts";

type SignedIn = AnswerOf<typeof signedIn>;
export type LinkView = AnswerOf<typeof linkView>;

/** Kept while the page is open, because a component may mount twice. */
let taken: { path: string; token: string } | null = null;

function takeToken(): string {
  const { hash, pathname, search } = window.location;
  const token = hash.slice(1);
  if (/^[\w-]{20,200}$/.test(token)) {
    taken = { path: pathname, token };
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
  }
  return taken?.path === pathname ? taken.token : "";
}

/** Returns the link that was opened. `token` is empty if there is none. */
export function useOneTimeLink() {
  const [token] = useState(takeToken);
  const link = useQuery({
    queryKey: ["one-time-link", token],
    queryFn: () => post("/api/app/links/look", { body: { token } }),
    enabled: token !== "",
    retry: false,
    gcTime: 0,
  });
  return { token, link };
}

/** Sends the request that starts a session, then navigates to `next`, unless it is null. */
export function useEntering() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useSend({
    mutationFn: async ({ entering, next }: { entering: () => Promise<SignedIn>; next: string | null }) => {
      const { csrfToken } = await entering();
      setCsrfToken(csrfToken);
      taken = null;
      sessionChanged();
      await queries.invalidateQueries({ queryKey: sessionKey, refetchType: "all" });
      if (next !== null) void navigate({ href: next, replace: true } as never);
    },
  });
  return {
    enter: (entering: () => Promise<SignedIn>, next: string | null = "/") => mutate({ entering, next }),
    error,
    busy: isPending,
  };
}
