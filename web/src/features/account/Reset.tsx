// Sets a new password with a reset link from an administrator.
import { useState } from "react";
import { post } from "../../lib/api.ts";
import { LinkPage } from "./LinkPage.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { useEntering, useOneTimeLink } from "./oneTimeLink.ts";

export function Screen() {
  const opened = useOneTimeLink();
  const { enter, busy, error } = useEntering();
  const [password, setPassword] = useState("");
  return (
    <LinkPage
      title="Choose a new password"
      opened={opened}
      kind="reset"
      action="Set the password and sign in"
      busy={busy}
      error={error}
      onSubmit={() => void enter(() => post("/api/app/links/reset", { body: { token: opened.token, password } }))}
    >
      {(link) => (
        <>
          <p>For {link.email}. You are signed out everywhere else.</p>
          <NewPassword value={password} onChange={setPassword} />
        </>
      )}
    </LinkPage>
  );
}
