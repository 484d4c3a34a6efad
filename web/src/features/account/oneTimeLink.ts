// The token of a one-time link. It stands in the address's fragment and is taken out of it at once, so that no history keeps it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { signedIn } from "../../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import type { linkView } from "../../../../api/endpoints/answers/people.ts";
import { post, setCsrfToken } from "../../lib/api.ts";
import { sessionChanged, sessionKey } from "../../lib/session.ts";

type SignedIn = AnswerOf<typeof signedIn>;
export type LinkView = AnswerOf<typeof linkView>;

/** Kept for as long as the page is open: a component may be made twice. */
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

/** The link that led here; `token` is empty where none did. */
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

/** Sends what opens a session, then goes on to `next`. Answers what went wrong, in words. */
export function useEntering() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const enter = async (entering: () => Promise<SignedIn>, next = "/") => {
    setBusy(true);
    setError("");
    try {
      const { csrfToken } = await entering();
      setCsrfToken(csrfToken);
      taken = null;
      sessionChanged();
      await queries.resetQueries({ queryKey: sessionKey });
      void navigate({ href: next, replace: true } as never);
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
    } finally {
      setBusy(false);
    }
  };
  return { enter, error, busy };
}
