// Accepts an invitation, with a new account or the existing account of the address.
import { useState } from "react";
import { TextField } from "../../components/Field.tsx";
import { post } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { LinkPage } from "./LinkPage.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { type LinkView, useEntering, useOneTimeLink } from "./oneTimeLink.ts";

export function Screen() {
  const opened = useOneTimeLink();
  const { enter, busy, error } = useEntering();
  const here = useSession().data?.user.email;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const send = (link: LinkView) => {
    const fields = link.hasAccount ? {} : { name: name.trim() };
    const body = { token: opened.token, ...fields, password: password === "" ? undefined : password };
    void enter(() => post("/api/app/links/invitation", { body }));
  };
  return (
    <LinkPage
      title="You are invited"
      opened={opened}
      kind="invitation"
      action="Join"
      busy={busy}
      error={error}
      onSubmit={send}
    >
      {(link) => (
        <>
          <p>
            <strong>{link.organisation?.name}</strong> invites {link.email} as {link.role}.
          </p>
          {link.proof === "sso" && here !== link.email && (
            <p>
              <a href={`sign-in?next=${encodeURIComponent("/")}`}>Sign in</a> as {link.email} with your organisation's
              account first, which proves the address. Then open this link again.
            </p>
          )}
          {link.proof === "mail" && <p>Ask for a new invitation: it is mailed to you, which proves your address.</p>}
          {!link.hasAccount && !link.proof && (
            <>
              <TextField
                label="Your name"
                autoComplete="name"
                required
                maxLength={100}
                value={name}
                onChange={setName}
              />
              {/* Lets password managers save the password together with this address. */}
              <input type="hidden" autoComplete="username" value={link.email ?? ""} readOnly />
              <NewPassword value={password} onChange={setPassword} />
            </>
          )}
          {link.hasAccount && !link.proof && here !== link.email && (
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              required
              hint="This address already has an account. Join with its password."
              value={password}
              onChange={setPassword}
            />
          )}
        </>
      )}
    </LinkPage>
  );
}
