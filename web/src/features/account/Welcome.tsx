// Creates the first administrator with the link that the service printed at startup.
import { useState } from "react";
import { TextField } from "../../components/Field.tsx";
import { post } from "../../lib/api.ts";
import { LinkPage } from "./LinkPage.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { useEntering, useOneTimeLink } from "./oneTimeLink.ts";

export function Screen() {
  const opened = useOneTimeLink();
  const { enter, busy, error } = useEntering();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const send = () => {
    const body = { token: opened.token, email: email.trim(), name: name.trim(), password };
    void enter(() => post("/api/app/links/welcome", { body }));
  };
  return (
    <LinkPage
      title="Welcome to Plumbline"
      opened={opened}
      kind="welcome"
      action="Create account"
      busy={busy}
      error={error}
      onSubmit={send}
    >
      {() => (
        <>
          <p>This first account is the administrator. You can invite others later.</p>
          <TextField label="Your name" autoComplete="name" required maxLength={100} value={name} onChange={setName} />
          <TextField
            label="E-mail address"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={setEmail}
          />
          <NewPassword value={password} onChange={setPassword} />
        </>
      )}
    </LinkPage>
  );
}
