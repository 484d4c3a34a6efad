// API keys: created and shown once, revoked by typing their name.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { keys as keysAnswer } from "../../../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../../../api/endpoints/answers/named.ts";
import { KEY_KIND_WORDS, SCOPE_WORDS } from "../../../../../domain/words/keys.ts";
import { Button } from "../../../components/Button.tsx";
import { Code } from "../../../components/Code.tsx";
import { Select, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { Card } from "../../../components/Page.tsx";
import { ShownOnce } from "../../../components/ShownOnce.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Status } from "../../../components/Status.tsx";
import { Table } from "../../../components/Table.tsx";
import { TimeAgo } from "../../../components/TimeAgo.tsx";
import { TypedConfirm } from "../../../components/TypedConfirm.tsx";
import { get, post } from "../../../lib/api.ts";
import { useSave } from "../../../lib/change.ts";
import { useMay } from "../../../lib/session.ts";

type Key = AnswerOf<typeof keysAnswer>["keys"][number];

const SCOPES = Object.entries(SCOPE_WORDS).map(([value, label]) => ({ value, label }));
const KINDS = Object.entries(KEY_KIND_WORDS).map(([value, label]) => ({ value, label }));

export function Part({ project }: { project: string }) {
  const { administer } = useMay();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const keys = useQuery({
    queryKey: ["keys"],
    queryFn: ({ signal }) => get("/api/keys", { signal }),
    enabled: administer,
  });
  if (!administer)
    return <EmptyState title="For administrators" text="Ask an administrator of your organisation for a key." />;
  return (
    <>
      <Card
        title="Keys"
        actions={
          <Button kind="primary" onClick={() => setMaking(true)}>
            New key
          </Button>
        }
        flush
      >
        <Loaded query={keys}>
          {({ keys }) => (
            <Table
              label="API keys"
              rows={keys}
              rowKey={({ id }) => id}
              columns={[
                { title: "Name", cell: ({ name }) => name },
                { title: "Key", cell: ({ hint }) => <code>{hint}…</code> },
                { title: "Permissions", cell: ({ scope }) => SCOPE_WORDS[scope ?? "mcp_full"], wide: true },
                { title: "Access", cell: ({ kind }) => KEY_KIND_WORDS[kind], wide: true },
                {
                  title: "Last used",
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo time={lastUsedAt} /> : "never"),
                  wide: true,
                },
                {
                  title: "Expires",
                  cell: ({ expiresAt, revokedAt }) =>
                    revokedAt ? (
                      <Status status="cancelled" word="Revoked" />
                    ) : expiresAt ? (
                      <TimeAgo time={expiresAt} />
                    ) : (
                      "never"
                    ),
                },
              ]}
              action={(key) =>
                !key.revokedAt && (
                  <Button size="small" kind="danger" onClick={() => setRevoking(key)} aria-label={`Revoke ${key.name}`}>
                    Revoke
                  </Button>
                )
              }
              empty={<EmptyState title="No key yet" text="CI, agents and the command line use an API key." />}
            />
          )}
        </Loaded>
      </Card>
      {making && <MakeKey onClose={() => setMaking(false)} project={project} />}
      {revoking && <Revoke apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function MakeKey({ onClose, project }: { onClose: () => void; project: string }) {
  const [name, setName] = useState("");
  const [kind, setKind] = useState("project");
  const [scope, setScope] = useState("mcp_full");
  const make = useSave(
    () =>
      post("/api/keys", {
        body: {
          name,
          kind,
          scope,
          ...(kind === "project" ? { project } : { defaultProject: project }),
        },
      }),
    { stale: "keys" },
  );
  return (
    <FormDialog
      title="New API key"
      verb="Create key"
      save={make}
      answer={
        make.data ? (
          <ShownOnce onDone={onClose}>
            <p>Copy it now. You will not see it again.</p>
            <Code text={make.data.key} />
          </ShownOnce>
        ) : null
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={setName}
        hint="Who or what uses it, for instance “GitHub Actions”"
      />
      <Select label="Access" value={kind} onChange={setKind} options={KINDS} />
      <Select label="Permissions" value={scope} onChange={setScope} options={SCOPES} />
    </FormDialog>
  );
}

function Revoke({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const { id, name } = apiKey;
  return (
    <TypedConfirm
      title={`Revoke ${name}`}
      word={name}
      action="Revoke"
      change={() => post("/api/app/keys/{id}/revoke", { params: { id }, body: { name } })}
      stale="keys"
      say={`Key ${name} revoked.`}
      onClose={onClose}
    >
      <p>Requests with this key will be rejected. This cannot be undone.</p>
    </TypedConfirm>
  );
}
