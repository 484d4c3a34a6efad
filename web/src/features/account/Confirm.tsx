// Page where a recipient confirms that a channel may send e-mail to the address; no account is needed.
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { post } from "../../lib/api.ts";
import { LinkPage } from "./LinkPage.tsx";
import { useOneTimeLink } from "./oneTimeLink.ts";
import styles from "./SignIn.module.css";

export function Screen() {
  const opened = useOneTimeLink();
  // A second press can come before the button renders as busy, and would find the link already used.
  const sent = useRef(false);
  const confirm = useMutation({
    mutationFn: () => post("/api/app/links/recipient", { body: { token: opened.token } }),
    onError: () => {
      sent.current = false;
    },
  });
  const send = () => {
    if (sent.current) return;
    sent.current = true;
    confirm.mutate();
  };
  if (confirm.isSuccess)
    return (
      <main className={styles.page}>
        <div className={styles.form}>
          <h1>Confirmed</h1>
          <p role="status">You will now receive these e-mails. You can close this page.</p>
        </div>
      </main>
    );
  return (
    <LinkPage
      title="Confirm messages"
      opened={opened}
      kind="recipient"
      action="Confirm"
      busy={confirm.isPending}
      error={confirm.error?.message ?? ""}
      onSubmit={send}
    >
      {({ organisation, channel, email }) => (
        <p>
          <strong>{organisation?.name}</strong> wants to mail {email} the messages of the channel “{channel?.name}”.
        </p>
      )}
    </LinkPage>
  );
}
