// Page of a one-time link: its purpose, the form, and what to do if the link no longer works.
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import type { LinkView, useOneTimeLink } from "./oneTimeLink.ts";
import styles from "./SignIn.module.css";

type Props = {
  title: string;
  opened: ReturnType<typeof useOneTimeLink>;
  kind: LinkView["kind"];
  action: string;
  busy: boolean;
  error: Error | null;
  onSubmit: (link: LinkView) => void;
  children: (link: LinkView) => ReactNode;
};

const NO_TOKEN = "The link is incomplete. Open the whole link, including the part after #.";
const OTHER_LINK = "This link is for another page. Open the original link.";

export function LinkPage({ title, opened, kind, action, busy, error, onSubmit, children }: Props) {
  const { token, link } = opened;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (link.data) onSubmit(link.data);
  };
  const trouble = token === "" ? NO_TOKEN : (link.error ?? (link.data && link.data.kind !== kind ? OTHER_LINK : null));
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <h1>{title}</h1>
        <SaveProblem error={trouble} />
        {!trouble && !link.data && <p role="status">Checking the link…</p>}
        {!trouble && link.data && (
          <>
            {children(link.data)}
            <SaveProblem error={error} />
            <Button kind="primary" type="submit" busy={busy}>
              {action}
            </Button>
          </>
        )}
        {trouble && <a href="sign-in">Sign in</a>}
      </form>
    </main>
  );
}
