// Members and their roles. Administrators change roles, remove members, and create password reset links.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import type { members as membersAnswer } from "../../../../api/endpoints/answers/people.ts";
import { ROLE_WORDS } from "../../../../domain/words/roles.ts";
import { ActingSelect } from "../../components/ActingSelect.tsx";
import { Button } from "../../components/Button.tsx";
import { Card } from "../../components/Page.tsx";
import { Loaded } from "../../components/States.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { TypedConfirm } from "../../components/TypedConfirm.tsx";
import { get, post, remove, setCsrfToken } from "../../lib/api.ts";
import { newerThan, useChange } from "../../lib/change.ts";
import { sessionChanged, sessionKey } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { LinkOnce } from "./LinkOnce.tsx";
import styles from "./Organisation.module.css";

type Member = AnswerOf<typeof membersAnswer>["members"][number];
type NewRole = Pick<Member, "id" | "role" | "rev">;

export const ROLE_OPTIONS = Object.entries(ROLE_WORDS).map(([value, label]) => ({ value, label }));
/** Shown below the table, because an option has no room for it. */
const ROLES_HINT =
  "Viewers read everything. Editors also start runs, review changes and edit tests. Administrators also manage people, keys and settings.";

export function Members({ administer }: { administer: boolean }) {
  const [removing, setRemoving] = useState<Member | null>(null);
  const [link, setLink] = useState("");
  const queries = useQueryClient();
  const members = useQuery({
    queryKey: ["members"],
    queryFn: ({ signal }) => get("/api/app/members", { signal }),
  });
  const change = useChange(
    async ({ id, ...body }: NewRole) => {
      const answer = await post("/api/app/members/{id}/role", { params: { id }, body });
      if (answer.csrfToken) {
        setCsrfToken(answer.csrfToken);
        sessionChanged();
        void queries.invalidateQueries({ queryKey: sessionKey });
      }
      // Before the change is done: until then, the select shows what was chosen.
      await queries.invalidateQueries({ queryKey: ["members"] });
    },
    { stale: "members", say: "Role changed." },
    (error, { id, role }) => {
      const now = newerThan<Member>(error);
      if (now === null) return toast.failed(error);
      const again = () => change.mutate({ id, role, rev: now.rev });
      toast.say(
        `${error.message} It is now ${ROLE_WORDS[now.role]}.`,
        again,
        undefined,
        `Change to ${ROLE_WORDS[role]}`,
      );
    },
  );
  const reset = useChange((id: string) => post("/api/app/members/{id}/reset-link", { params: { id } }), {
    stale: "members",
  });
  return (
    <Card title="Members" flush>
      <Loaded query={members}>
        {({ members }) => (
          <Table
            label="Members"
            rows={members}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Name",
                cell: ({ name, you }) => (
                  <span className={styles.who}>
                    {name}
                    {you && " (you)"}
                  </span>
                ),
              },
              { title: "E-mail address", cell: ({ email }) => email, wide: true },
              {
                title: "Role",
                cell: ({ id, role, name, rev }) =>
                  administer ? (
                    <ActingSelect
                      label={`Role of ${name}`}
                      hiddenLabel
                      value={role}
                      options={ROLE_OPTIONS}
                      onChange={(next) => change.mutateAsync({ id, role: next as Member["role"], rev })}
                    />
                  ) : (
                    ROLE_WORDS[role]
                  ),
              },
              { title: "Since", cell: ({ joinedAt }) => <TimeAgo time={joinedAt} />, wide: true },
            ]}
            action={(member) =>
              administer && (
                <span className={styles.row}>
                  <Button
                    size="small"
                    onClick={() =>
                      reset.mutate(member.id, {
                        onSuccess: ({ link }) =>
                          link === null ? toast.say(`Link sent to ${member.email}.`) : setLink(link),
                      })
                    }
                  >
                    New password
                  </Button>
                  <Button
                    size="small"
                    kind="danger"
                    onClick={() => setRemoving(member)}
                    aria-label={`Remove ${member.name}`}
                  >
                    Remove
                  </Button>
                </span>
              )
            }
          />
        )}
      </Loaded>
      {administer && <p className={styles.none}>{ROLES_HINT}</p>}
      {removing && <Remove member={removing} onClose={() => setRemoving(null)} />}
      <LinkOnce
        title="A new password"
        text="Share this link. It sets a new password for the account and works once."
        link={link}
        onClose={() => setLink("")}
      />
    </Card>
  );
}

function Remove({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, email } = member;
  return (
    <TypedConfirm
      title={`Remove ${name}`}
      word={email}
      action="Remove"
      change={() => remove("/api/app/members/{id}", { params: { id } })}
      stale="members"
      say={`${name} was removed.`}
      onClose={onClose}
    >
      <p>They are signed out immediately. What they created is kept.</p>
    </TypedConfirm>
  );
}
