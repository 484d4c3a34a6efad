// Invitations: created with a link that is shown once, and withdrawn while open.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ROLE_WORDS } from "../../../../domain/words/roles.ts";
import { Button } from "../../components/Button.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { Card } from "../../components/Page.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { Loaded } from "../../components/States.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, post, remove } from "../../lib/api.ts";
import { useChange, useSave } from "../../lib/change.ts";
import { toast } from "../../lib/toast.ts";
import { LinkOnce } from "./LinkOnce.tsx";
import { ROLE_OPTIONS } from "./Members.tsx";
import styles from "./Organisation.module.css";

export function Invitations() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("editor");
  const [link, setLink] = useState("");
  const invitations = useQuery({
    queryKey: ["invitations"],
    queryFn: ({ signal }) => get("/api/app/invitations", { signal }),
  });
  const invite = useSave(() => post("/api/app/invitations", { body: { email, role } }), {
    stale: "invitations",
    onSaved: ({ link, invitation }) => {
      if (link === null) toast.say(`Invitation sent to ${invitation.email}.`);
      else setLink(link);
      setEmail("");
    },
  });
  const withdraw = useChange((id: string) => remove("/api/app/invitations/{id}", { params: { id } }), {
    stale: "invitations",
    say: "Invitation withdrawn.",
  });
  return (
    <Card title="Invitations" flush>
      <form className={styles.inline} onSubmit={invite.submit}>
        <TextField
          label="E-mail address to invite"
          hiddenLabel
          type="email"
          required
          placeholder="E-mail address"
          value={email}
          onChange={setEmail}
        />
        <Select label="Role" hiddenLabel value={role} onChange={setRole} options={ROLE_OPTIONS} />
        <Button kind="primary" type="submit" busy={invite.isPending}>
          Invite
        </Button>
        <SaveProblem error={invite.error} />
      </form>
      <Loaded query={invitations}>
        {({ invitations }) => (
          <Table
            label="Open invitations"
            rows={invitations}
            rowKey={({ id }) => id}
            columns={[
              { title: "E-mail address", cell: ({ email }) => email },
              { title: "Role", cell: ({ role }) => ROLE_WORDS[role] },
              { title: "Ends", cell: ({ expiresAt }) => <TimeAgo time={expiresAt} /> },
            ]}
            action={({ id, email }) => (
              <Button
                size="small"
                onClick={() => withdraw.mutate(id)}
                aria-label={`Withdraw the invitation of ${email}`}
              >
                Withdraw
              </Button>
            )}
            empty={<p className={styles.none}>No invitation is open.</p>}
          />
        )}
      </Loaded>
      <LinkOnce
        title="The invitation"
        text="Share this link. It is valid for seven days and works once."
        link={link}
        onClose={() => setLink("")}
      />
    </Card>
  );
}
