// The ticket system of the project, and the code hosts that the service may write to.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppConnectors } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { Facts } from "../../../components/Facts.tsx";
import { Checkbox, Select, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { OutLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Status } from "../../../components/Status.tsx";
import { TypedConfirm } from "../../../components/TypedConfirm.tsx";
import { get, post } from "../../../lib/api.ts";
import { useSave } from "../../../lib/change.ts";
import { useMay } from "../../../lib/session.ts";
import styles from "../Settings.module.css";
import { CommentHooks } from "./CommentHooks.tsx";

const TICKETS = "/api/app/projects/{slug}/connectors/tickets";
type Tickets = NonNullable<AppConnectors["tickets"]>;
const SYSTEMS = [
  { value: "jira", label: "Jira", address: "https://shop.atlassian.net" },
  { value: "github", label: "GitHub", address: "https://api.github.com" },
  { value: "gitlab", label: "GitLab", address: "https://gitlab.com" },
] as const;
const HOSTS = [
  { name: "github", title: "GitHub", variable: "SVC_GITHUB_TOKEN" },
  { name: "gitlab", title: "GitLab", variable: "SVC_GITLAB_TOKEN" },
] as const;

const connected = <Status status="ok" word="Connected" />;
const notConnected = (variable: string) => (
  <>
    <Status status="skipped" word="Not connected" /> <code>{variable}</code>
  </>
);

export function Part({ project }: { project: string }) {
  const { administer } = useMay();
  const connectors = useQuery({
    queryKey: ["connectors", project],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/connectors", { params: { slug: project }, signal }),
    enabled: administer,
  });
  if (!administer)
    return (
      <EmptyState title="For administrators" text="An administrator of your organisation connects other systems." />
    );
  return (
    <Loaded query={connectors}>
      {({ tickets, codeHosts }) => (
        <>
          <TicketSystem project={project} tickets={tickets} />
          <Card title="Code hosts">
            <p className={styles.lead}>
              Commit statuses and pull request comments need a token that the operator of the service sets.
            </p>
            <Facts
              of={Object.fromEntries(
                HOSTS.map(({ name, title, variable }) => [title, codeHosts[name] ? connected : notConnected(variable)]),
              )}
            />
          </Card>
          <CommentHooks project={project} />
        </>
      )}
    </Loaded>
  );
}

function TicketSystem({ project, tickets }: { project: string; tickets: Tickets | null }) {
  const [editing, setEditing] = useState(false);
  const [dropping, setDropping] = useState(false);
  const name = SYSTEMS.find(({ value }) => value === tickets?.system)?.label ?? "";
  return (
    <Card
      title="Ticket system"
      actions={
        tickets && (
          <span className={styles.row}>
            <Button onClick={() => setEditing(true)}>Change</Button>
            <Button kind="danger" onClick={() => setDropping(true)}>
              Disconnect
            </Button>
          </span>
        )
      }
    >
      {tickets ? (
        <Facts
          of={{
            System: name,
            Address: <OutLink href={tickets.baseUrl}>{tickets.baseUrl}</OutLink>,
            Repository: tickets.repository,
            Account: tickets.email,
            Token: "Stored, never shown",
            Comments: tickets.comment ? "Proofs are posted to the ticket" : "Off",
          }}
        />
      ) : (
        <EmptyState
          title="No ticket system"
          text="With a connected ticket system you can prove an issue by its key and post the proof to the ticket."
        >
          <Button kind="primary" onClick={() => setEditing(true)}>
            Connect ticket system
          </Button>
        </EmptyState>
      )}
      {editing && <Edit project={project} tickets={tickets} onClose={() => setEditing(false)} />}
      {dropping && (
        <TypedConfirm
          title={`Disconnect ${name}`}
          word={name}
          action="Disconnect"
          change={() => post(TICKETS, { params: { slug: project }, body: { system: null } })}
          stale="connectors"
          say="Ticket system disconnected and token deleted."
          onClose={() => setDropping(false)}
        >
          <p>The token is deleted. This cannot be undone.</p>
        </TypedConfirm>
      )}
    </Card>
  );
}

function Edit({ project, tickets, onClose }: { project: string; tickets: Tickets | null; onClose: () => void }) {
  const [system, setSystem] = useState<string>(tickets?.system ?? "jira");
  const [baseUrl, setBaseUrl] = useState(tickets?.baseUrl ?? "");
  const [email, setEmail] = useState(tickets?.email ?? "");
  const [repository, setRepository] = useState(tickets?.repository ?? "");
  const [token, setToken] = useState("");
  const [comment, setComment] = useState(tickets?.comment ?? false);
  const save = useSave(
    () => {
      const own = system === "jira" ? { email: email.trim() || null } : { repository: repository.trim() };
      return post(TICKETS, {
        params: { slug: project },
        body: { system: { system, baseUrl: baseUrl.trim(), token, comment, ...own } },
      });
    },
    { stale: "connectors", say: "Ticket system connected.", onSaved: onClose },
  );
  return (
    <FormDialog title="Ticket system" verb="Connect" save={save} onClose={onClose}>
      <Select label="System" value={system} onChange={setSystem} options={SYSTEMS} />
      <TextField
        label="Address"
        required
        type="url"
        maxLength={300}
        placeholder={SYSTEMS.find(({ value }) => value === system)?.address}
        value={baseUrl}
        onChange={setBaseUrl}
      />
      {system === "jira" ? (
        <TextField
          label="E-mail address of the account"
          hint="Leave empty if the token is a personal access token"
          maxLength={200}
          value={email}
          onChange={setEmail}
        />
      ) : (
        <TextField
          label="Repository"
          required
          maxLength={200}
          placeholder={system === "github" ? "owner/name" : "group/name"}
          value={repository}
          onChange={setRepository}
        />
      )}
      <TextField
        label="Token"
        required
        type="password"
        autoComplete="new-password"
        maxLength={2_000}
        hint="Stored encrypted and never shown again"
        value={token}
        onChange={setToken}
      />
      <Checkbox label="Write a comment with the proof to the ticket" checked={comment} onChange={setComment} />
    </FormDialog>
  );
}
