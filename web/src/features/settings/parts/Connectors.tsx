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
import { useMay } from "../../../lib/session.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import styles from "../Settings.module.css";
import { CommentHooks } from "./CommentHooks.tsx";

const TICKETS = "/api/app/projects/{slug}/connectors/tickets";
/** `tickets`: null if there is no ticket system. */
type Stored = Pick<AppConnectors, "tickets" | "rev">;
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
      {({ codeHosts, ...stored }) => (
        <>
          <TicketSystem project={project} stored={stored} />
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

const nameOf = ({ tickets }: Stored): string => SYSTEMS.find(({ value }) => value === tickets?.system)?.label ?? "";
const factsOf = (stored: Stored) => ({
  System: nameOf(stored),
  Address: stored.tickets?.baseUrl ?? "",
  Repository: stored.tickets?.repository ?? "",
  Account: stored.tickets?.email ?? "",
});

function TicketSystem({ project, stored }: { project: string; stored: Stored }) {
  const { tickets } = stored;
  const [isEditing, setEditing] = useState(false);
  const [dropping, setDropping] = useState(false);
  const name = nameOf(stored);
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
            ...factsOf(stored),
            Address: <OutLink href={tickets.baseUrl}>{tickets.baseUrl}</OutLink>,
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
      {isEditing && <Edit project={project} opened={stored} onClose={() => setEditing(false)} />}
      {dropping && (
        <TypedConfirm
          title={`Disconnect ${name}`}
          word={name}
          action="Disconnect"
          seen={stored}
          factsOf={factsOf}
          change={({ rev }) => post(TICKETS, { params: { slug: project }, body: { system: null, rev } })}
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

const fieldsOf = ({ tickets }: Stored) => ({
  system: (tickets?.system ?? "jira") as string,
  baseUrl: tickets?.baseUrl ?? "",
  email: tickets?.email ?? "",
  repository: tickets?.repository ?? "",
  comment: tickets?.comment ?? false,
});

function Edit({ project, opened, onClose }: { project: string; opened: Stored; onClose: () => void }) {
  const [token, setToken] = useState("");
  const { fields, set, save } = useEdits(
    opened,
    fieldsOf,
    ({ stored: { rev }, fields: { email, repository, baseUrl, ...fields } }) => {
      const own = fields.system === "jira" ? { email: email.trim() || null } : { repository: repository.trim() };
      return post(TICKETS, {
        params: { slug: project },
        body: { system: { ...fields, baseUrl: baseUrl.trim(), token, ...own }, rev },
      });
    },
    {
      stale: "connectors",
      say: "Ticket system connected.",
      onSaved: onClose,
      // The token was entered for the address before.
      onNewer: (now, before) => now.baseUrl !== before.baseUrl && setToken(""),
    },
  );
  const { system, baseUrl, email, repository, comment } = fields;
  return (
    <FormDialog title="Ticket system" verb="Connect" save={save} onClose={onClose}>
      <Select label="System" value={system} onChange={(system) => set({ system })} options={SYSTEMS} />
      <TextField
        label="Address"
        required
        type="url"
        maxLength={300}
        placeholder={SYSTEMS.find(({ value }) => value === system)?.address}
        value={baseUrl}
        onChange={(baseUrl) => set({ baseUrl })}
      />
      {system === "jira" ? (
        <TextField
          label="E-mail address of the account"
          hint="Leave empty if the token is a personal access token"
          maxLength={200}
          value={email}
          onChange={(email) => set({ email })}
        />
      ) : (
        <TextField
          label="Repository"
          required
          maxLength={200}
          placeholder={system === "github" ? "owner/name" : "group/name"}
          value={repository}
          onChange={(repository) => set({ repository })}
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
      <Checkbox
        label="Post the proof as a comment on the ticket"
        checked={comment}
        onChange={(comment) => set({ comment })}
      />
    </FormDialog>
  );
}
