// Sign-in by e-mail address and password, identity provider, or one-time link.
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { get, post } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { useUrlState } from "../../lib/urlState.ts";
import { LinkPage } from "./LinkPage.tsx";
import { useEntering, useOneTimeLink } from "./oneTimeLink.ts";
import { ownAddress, problemSentence } from "./ownAddress.ts";
import styles from "./SignIn.module.css";

export function Screen() {
  const opened = useOneTimeLink();
  return opened.token === "" ? <ByPassword /> : <ByLink opened={opened} />;
}

/** Requires a click, so that link scanners do not use up the link. */
function ByLink({ opened }: { opened: ReturnType<typeof useOneTimeLink> }) {
  const [{ next }] = useUrlState({ next: "" });
  const { enter, busy, error } = useEntering();
  return (
    <LinkPage
      title="Sign in to Plumbline"
      opened={opened}
      kind="signIn"
      action="Sign in"
      busy={busy}
      error={error}
      onSubmit={() =>
        void enter(() => post("/api/app/links/sign-in", { body: { token: opened.token } }), ownAddress(next))
      }
    >
      {(link) => (
        <p>
          As {link.name} ({link.email}).
        </p>
      )}
    </LinkPage>
  );
}

function ByPassword() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [{ next, problem }] = useUrlState({ next: "", problem: "" });
  const { enter, busy, error } = useEntering();
  const options = useQuery({
    queryKey: ["sign-in-options"],
    queryFn: () => get("/api/app/sign-in-options"),
  });
  const signIn = (event: FormEvent) => {
    event.preventDefault();
    void enter(() => post("/api/auth/sign-in", { body: { email, password } }), ownAddress(next));
  };
  const oidc = options.data?.oidc;
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={signIn}>
        <h1>Sign in to Plumbline</h1>
        {options.data?.firstStart && (
          <p role="status">
            No user yet. Open the link that the service printed at startup, or create a new one:{" "}
            <code>npm run -s admin -- users first-link</code>
          </p>
        )}
        {oidc && (
          <a className={styles.other} href={`${serviceUrl(oidc.url)}?next=${encodeURIComponent(ownAddress(next))}`}>
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
        <SaveProblem error={error ?? problemSentence(problem)} />
        <Button kind="primary" type="submit" busy={busy}>
          Sign in
        </Button>
      </form>
    </main>
  );
}
