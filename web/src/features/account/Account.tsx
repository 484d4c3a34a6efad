// The signed-in person's account: name, password, sessions and organisations.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import type { me as meAnswer } from "../../../../api/endpoints/answers/people.ts";
import { ROLE_WORDS } from "../../../../domain/words/roles.ts";
import { Button } from "../../components/Button.tsx";
import { DeleteForGood } from "../../components/DeleteForGood.tsx";
import { TextField } from "../../components/Field.tsx";
import { Card, Columns, Page } from "../../components/Page.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { Loaded } from "../../components/States.tsx";
import { Table } from "../../components/Table.tsx";
import { get, post } from "../../lib/api.ts";
import { useChange, useSave } from "../../lib/change.ts";
import { useLeave } from "../../lib/leave.ts";
import { sessionKey } from "../../lib/session.ts";
import { CodeAccounts } from "./CodeAccounts.tsx";
import { ConnectedApps } from "./ConnectedApps.tsx";
import { MailMe } from "./MailMe.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { renew } from "./renew.ts";
import styles from "./SignIn.module.css";

type Me = AnswerOf<typeof meAnswer>;

export function Screen() {
  const me = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => get("/api/app/me", { signal }) });
  return (
    <Loaded query={me}>
      {(data) => (
        <Page title="Your account" text={data.user.email}>
          <Columns>
            <Name key={data.user.name} me={data} />
            <Password me={data} />
          </Columns>
          <MailMe />
          <Organisations me={data} />
          <ConnectedApps />
          <CodeAccounts />
          <Sessions />
          <DeleteAccount />
        </Page>
      )}
    </Loaded>
  );
}

function Name({ me }: { me: Me }) {
  const [name, setName] = useState(me.user.name);
  const queries = useQueryClient();
  const save = useSave(() => post("/api/app/me", { body: { name } }), {
    stale: "me",
    say: "Name saved.",
    onSaved: () => void queries.invalidateQueries({ queryKey: sessionKey }),
  });
  return (
    <Card title="Name">
      <form className={styles.fields} onSubmit={save.submit}>
        <TextField label="Name" required maxLength={100} autoComplete="name" value={name} onChange={setName} />
        <SaveProblem error={save.error} />
        <Button type="submit" busy={save.isPending} disabled={name === me.user.name}>
          Save
        </Button>
      </form>
    </Card>
  );
}

function Password({ me }: { me: Me }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const save = useSave(
    () =>
      renew(() =>
        post("/api/app/me/password", { body: { password, current: me.user.hasPassword ? current : undefined } }),
      ),
    {
      stale: "me",
      say: "Password changed. Your other sessions were signed out.",
      onSaved: () => {
        setCurrent("");
        setPassword("");
      },
    },
  );
  return (
    <Card title="Password">
      <form className={styles.fields} onSubmit={save.submit}>
        {me.user.hasPassword && (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={setCurrent}
          />
        )}
        <NewPassword value={password} onChange={setPassword} />
        <SaveProblem error={save.error} />
        <Button type="submit" busy={save.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  );
}

function Organisations({ me }: { me: Me }) {
  const [name, setName] = useState("");
  const enter = useChange(
    (organisation: string) => renew(() => post("/api/app/me/organisation", { body: { organisation } })),
    {
      stale: "me",
    },
  );
  const create = useSave(() => post("/api/app/organisations", { body: { name } }), {
    stale: "me",
    say: "Organisation created.",
    onSaved: () => setName(""),
  });
  /** Everything on the page belongs to the previous organisation, so reload. */
  const open = (id: string) => enter.mutate(id, { onSuccess: () => window.location.assign(document.baseURI) });
  return (
    <Card title="Organisations" flush>
      <Table
        label="Your organisations"
        rows={me.organisations}
        rowKey={({ id }) => id}
        columns={[
          { title: "Name", cell: ({ name }) => name },
          { title: "Your role", cell: ({ role }) => ROLE_WORDS[role] },
        ]}
        action={({ id, name }) =>
          id === me.organisation.id ? (
            "open now"
          ) : (
            <Button size="small" onClick={() => open(id)} aria-label={`Open ${name}`}>
              Open
            </Button>
          )
        }
      />
      {me.mayCreateOrganisations && (
        <form className={styles.inline} onSubmit={create.submit}>
          <TextField
            label="Name of the new organisation"
            hiddenLabel
            required
            maxLength={100}
            placeholder="New organisation"
            value={name}
            onChange={setName}
          />
          <Button type="submit" busy={create.isPending}>
            Create organisation
          </Button>
          <SaveProblem error={create.error} />
        </form>
      )}
    </Card>
  );
}

function Sessions() {
  const end = useChange(() => renew(() => post("/api/app/me/sign-out-everywhere")), {
    stale: "me",
    say: "All other sessions were signed out.",
  });
  return (
    <Card title="Sessions">
      <div className={styles.fields}>
        <p>Signs you out in all other browsers and on all other devices. You stay signed in here.</p>
        <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
          Sign out everywhere else
        </Button>
      </div>
    </Card>
  );
}

function DeleteAccount() {
  const leave = useLeave();
  return (
    <DeleteForGood
      thing="account"
      text="Signs you out everywhere and revokes the API keys that you created. Your decisions and comments are kept under the name Deleted user."
      readPlan={(signal) => get("/api/app/me/deletion", { signal })}
      erase={(confirm) => post("/api/app/me/deletion", { body: { confirm } })}
      onAsked={() => void leave()}
    />
  );
}
