// Sign-in by e-mail address and password, identity provider, or one-time link.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { get, post } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { sessionKey } from "../../lib/session.ts";
import { useUrlState } from "../../lib/urlState.ts";
import { LinkPage } from "./LinkPage.tsx";
import { useEntering, useOneTimeLink } from "./oneTimeLink.ts";
import { ownAddress, problemSentence } from "./ownAddress.ts";
import styles from "./SignIn.module.css";

export function Screen() {
  const opened = useOneTimeLink();
  const [{ next, problem }] = useUrlState({ next: "", problem: "" });
  if (opened.token !== "") return <ByLink opened={opened} next={ownAddress(next)} />;
  return <ByPassword next={ownAddress(next)} problem={problemSentence(problem)} />;
}

/** Instead of a page whose session has ended. It stays where it is. */
export function SignInAgain({ email }: { email: string }) {
  const queries = useQueryClient();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = "Sign in · Plumbline";
    page.current?.querySelector<HTMLElement>("[type=password]")?.focus();
  }, []);
  // An identity provider may have been opened in a window beside this one, which never hides it.
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: sessionKey });
    addEventListener("focus", ask);
    return () => removeEventListener("focus", ask);
  }, [queries]);
  return (
    <div ref={page}>
      <ByPassword next={null} known={email}>
        <p role="status">Your session has ended. Sign in as {email} to continue with what you entered.</p>
      </ByPassword>
    </div>
  );
}

/** Requires a click, so that link scanners do not use up the link. */
function ByLink({ opened, next }: { opened: ReturnType<typeof useOneTimeLink>; next: string }) {
  const { enter, busy, error } = useEntering();
  return (
    <LinkPage
      title="Sign in to Plumbline"
      opened={opened}
      kind="signIn"
      action="Sign in"
      busy={busy}
      error={error}
      onSubmit={() => void enter(() => post("/api/app/links/sign-in", { body: { token: opened.token } }), next)}
    >
      {(link) => (
        <p>
          As {link.name} ({link.email}).
        </p>
      )}
    </LinkPage>
  );
}

/** `next`: where to go then; null: the page stays. */
type ByPasswordProps = { next: string | null; known?: string; problem?: string; children?: ReactNode };

function ByPassword({ next, known = "", problem = "", children }: ByPasswordProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const { enter, busy, error } = useEntering();
  const options = useQuery({
    queryKey: ["sign-in-options"],
    queryFn: () => get("/api/app/sign-in-options"),
  });
  const signIn = (event: FormEvent) => {
    event.preventDefault();
    void enter(() => post("/api/auth/sign-in", { body: { email, password } }), next);
  };
  const oidc = options.data?.oidc;
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={signIn}>
        <h1>Sign in to Plumbline</h1>
        {children}
        {options.data?.firstStart && (
          <p role="status">
            No user yet. Open the link that the service printed at startup, or create a new one:{" "}
            <code>npm run -s admin -- users first-link</code>
          </p>
        )}
        {oidc && (
          // In another tab if this page stays, which goes on when it is used again.
          <a
            className={styles.other}
            href={`${serviceUrl(oidc.url)}?next=${encodeURIComponent(next ?? "/")}`}
            target={next === null ? "_blank" : undefined}
          >
            Sign in with {oidc.name}
          </a>
        )}
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <SaveProblem error={error ?? problem} />
        <Button kind="primary" type="submit" busy={busy}>
          Sign in
        </Button>
      </form>
    </main>
  );
}
