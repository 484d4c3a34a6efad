// Signing in by e-mail address and password.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { post } from "../../lib/api.ts";
import { sessionKey } from "../../lib/session.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./SignIn.module.css";

export function Screen() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [{ next }] = useUrlState({ next: "" });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      await post("/api/auth/sign-in", { email, password });
      await queries.resetQueries({ queryKey: sessionKey });
      void navigate({ href: ownAddress(next), replace: true } as never);
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={(event) => void signIn(event)}>
        <h1>Sign in to Plumbline</h1>
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
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <Button kind="primary" type="submit" busy={busy}>
          Sign in
        </Button>
      </form>
    </main>
  );
}

/** Only an address within the dashboard is followed: another could be anyone's. */
export const ownAddress = (next: string): string => (/^\/(?![/\\])/.test(next) ? next : "/");
