// Linked accounts on code hosts, whose comments on pull requests may approve or reject.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CodeAccounts as Answer } from "../../../../api/endpoints/answers/app/comments.ts";
import { Button } from "../../components/Button.tsx";
import { Code } from "../../components/Code.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { Card } from "../../components/Page.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { Loaded } from "../../components/States.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, post, remove } from "../../lib/api.ts";
import { useChange, useSave } from "../../lib/change.ts";
import { HOST_TITLE } from "../../lib/codeHosts.ts";
import styles from "./SignIn.module.css";

type HostName = Answer["hosts"][number];

/** Renders nothing if the service has no code host and no account is linked. */
export function CodeAccounts() {
  const found = useQuery({
    queryKey: ["codeAccounts"],
    queryFn: ({ signal }) => get("/api/app/me/code-accounts", { signal }),
  });
  const unlink = useChange(
    (id: string) => remove("/api/app/me/code-accounts/{accountId}", { params: { accountId: id } }),
    { stale: "codeAccounts", say: "Account unlinked." },
  );
  return (
    <Loaded query={found}>
      {({ hosts, accounts }) =>
        hosts.length + accounts.length > 0 && (
          <Card title="Code hosts" flush>
            {accounts.length > 0 && (
              <Table
                label="Linked accounts"
                rows={accounts}
                rowKey={({ id }) => id}
                columns={[
                  { title: "Account", cell: ({ host, login }) => `${login} (${HOST_TITLE[host]})` },
                  { title: "Linked", cell: ({ linkedAt }) => <TimeAgo time={linkedAt} /> },
                ]}
                action={({ id, login }) => (
                  <Button
                    size="small"
                    busy={unlink.isPending}
                    onClick={() => unlink.mutate(id)}
                    aria-label={`Unlink ${login}`}
                  >
                    Unlink
                  </Button>
                )}
              />
            )}
            {hosts.length > 0 && <LinkAccount hosts={hosts} />}
          </Card>
        )
      }
    </Loaded>
  );
}

function LinkAccount({ hosts }: { hosts: readonly HostName[] }) {
  const [host, setHost] = useState<HostName>(hosts[0] ?? "github");
  const [login, setLogin] = useState("");
  const make = useSave(() => post("/api/app/me/code-accounts", { body: { host, login: login.trim() } }), {
    stale: "codeAccounts",
  });
  return (
    <form className={[styles.fields, styles.inset].join(" ")} onSubmit={make.submit}>
      <p>
        With a linked account you approve and reject by comments on pull requests. Enter its name, then post the code
        from that account.
      </p>
      <Select
        label="Code host"
        value={host}
        onChange={(value) => setHost(hosts.find((one) => one === value) ?? host)}
        options={hosts.map((value) => ({ value, label: HOST_TITLE[value] }))}
      />
      <TextField label="Account name" required maxLength={100} autoComplete="off" value={login} onChange={setLogin} />
      <Button type="submit" busy={make.isPending}>
        Create code
      </Button>
      {make.data && (
        <>
          <p>
            Post this as a comment on a pull request of a repository with a Plumbline webhook. It is valid for 30
            minutes, and for this account only.
          </p>
          <Code text={make.data.command} />
        </>
      )}
      <SaveProblem error={make.error} />
    </form>
  );
}
