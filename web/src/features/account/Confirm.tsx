// Page where a recipient confirms that a channel may send e-mail to the address; no account is needed.
import { post } from "../../lib/api.ts";
import { useSave } from "../../lib/change.ts";
import { LinkPage } from "./LinkPage.tsx";
import { useOneTimeLink } from "./oneTimeLink.ts";
import styles from "./SignIn.module.css";

export function Screen() {
  const opened = useOneTimeLink();
  const confirm = useSave(() => post("/api/app/links/recipient", { body: { token: opened.token } }), {
    stale: "channels",
  });
  if (confirm.data)
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
      error={confirm.error}
      onSubmit={() => confirm.submit()}
    >
      {({ organisation, channel, email }) => (
        <p>
          <strong>{organisation?.name}</strong> wants to mail {email} the messages of the channel “{channel?.name}”.
        </p>
      )}
    </LinkPage>
  );
}
