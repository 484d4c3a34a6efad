// Environments and the access to protected ones. Stored secrets are named but never shown.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppEnvironments } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { Select, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { OutLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { TypedConfirm } from "../../../components/TypedConfirm.tsx";
import { get, post, remove } from "../../../lib/api.ts";
import { useSave } from "../../../lib/change.ts";
import { changesOf } from "../../../lib/edits.ts";
import { useMay } from "../../../lib/session.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import { type AccessForm, accessInWords, accessOf, EMPTY_ACCESS } from "../access.ts";
import styles from "../Settings.module.css";
import { AccessFields } from "./AccessFields.tsx";
import { Previews } from "./Previews.tsx";

type Environment = AppEnvironments["environments"][number];
const ALL = "/api/app/projects/{slug}/environments";
const ONE = `${ALL}/{environmentId}` as const;

export function Part({ project }: { project: string }) {
  const { write } = useMay();
  const [editing, setEditing] = useState<Environment | "new" | null>(null);
  const [dropping, setDropping] = useState<Environment | null>(null);
  const environments = useQuery({
    queryKey: ["environments", project],
    queryFn: ({ signal }) => get(ALL, { params: { slug: project }, signal }),
  });
  return (
    <>
      <Card
        title="Environments"
        actions={
          write && (
            <Button kind="primary" onClick={() => setEditing("new")}>
              New environment
            </Button>
          )
        }
        flush
      >
        <Loaded query={environments}>
          {({ environments }) => (
            <Table
              label="Environments"
              rows={environments}
              rowKey={({ id }) => id}
              columns={[
                { title: "Name", cell: (one) => <NameCell environment={one} /> },
                { title: "Address", cell: ({ baseUrl }) => <OutLink href={baseUrl}>{baseUrl}</OutLink>, wide: true },
                { title: "Access", cell: ({ access }) => accessInWords(access) },
                {
                  title: "",
                  right: true,
                  cell: (one) =>
                    write && (
                      <span className={styles.row}>
                        <Button size="small" onClick={() => setEditing(one)}>
                          Change
                        </Button>
                        {!one.reference && (
                          <Button size="small" kind="danger" onClick={() => setDropping(one)}>
                            Delete
                          </Button>
                        )}
                      </span>
                    ),
                },
              ]}
              empty={
                <EmptyState
                  title="No environment yet"
                  text="Runs use the project's address. An environment is another deployment of the site, such as staging, and may need a password."
                />
              }
            />
          )}
        </Loaded>
      </Card>
      {editing && (
        <Edit environment={editing === "new" ? null : editing} project={project} onClose={() => setEditing(null)} />
      )}
      <Previews project={project} />
      {dropping && <Drop environment={dropping} project={project} onClose={() => setDropping(null)} />}
    </>
  );
}

function NameCell({ environment: { name, slug, reference } }: { environment: Environment }) {
  return (
    <>
      {name}
      <br />
      <span className={styles.quiet}>
        <code>{slug}</code>
        {reference && ", the others compare against its baselines"}
      </span>
    </>
  );
}

type Stored = Pick<Environment, "name" | "baseUrl" | "location" | "rev">;
const fieldsOf = ({ name, baseUrl, location = "", rev }: Stored) => ({ name, baseUrl, location, rev });
const NEW: Stored = { name: "", baseUrl: "", rev: 0 };

type EditProps = { environment: Environment | null; project: string; onClose: () => void };

function Edit({ environment, project, onClose }: EditProps) {
  const { base, fields, set, onFailed, discard } = useEdits<Stored, ReturnType<typeof fieldsOf>>(
    environment ?? NEW,
    fieldsOf,
  );
  const { rev, ...wanted } = fields;
  const [what, setWhat] = useState(environment ? "stays" : "none");
  const [form, setForm] = useState<AccessForm>(EMPTY_ACCESS);
  const save = useSave(
    async () => {
      const given = what === "new" ? accessOf(form) : null;
      if (what === "new" && !given) throw new Error("Enter access data, or choose another option.");
      const access = what === "stays" ? {} : given ? { access: given } : environment ? { access: null } : {};
      return environment
        ? post(ONE, {
            params: { slug: project, environmentId: environment.id },
            body: { ...changesOf(base, fields), ...access, rev },
          })
        : post(ALL, { params: { slug: project }, body: { ...wanted, ...access } });
    },
    {
      stale: "environments",
      say: ({ warnings }) => warnings[0] ?? "Environment saved.",
      onSaved: onClose,
      onFailed,
    },
  );
  return (
    <FormDialog
      title={environment ? `Change ${environment.name}` : "New environment"}
      verb="Save"
      save={save}
      onUse={() => {
        discard();
        setWhat("stays");
        save.reset();
      }}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={100} value={wanted.name} onChange={(name) => set({ name })} />
      <TextField
        label="Address"
        required
        type="url"
        maxLength={2_000}
        value={wanted.baseUrl}
        onChange={(baseUrl) => set({ baseUrl })}
      />
      <Select
        label="Access"
        value={what}
        onChange={setWhat}
        hint={environment?.access ? `Stored: ${accessInWords(environment.access)}` : undefined}
        options={[
          ...(environment ? [{ value: "stays", label: "Keep" }] : []),
          { value: "none", label: "Public" },
          { value: "new", label: environment?.access ? "Replace" : "Protected" },
        ]}
      />
      <TextField
        label="Location"
        maxLength={32}
        value={wanted.location}
        onChange={(location) => set({ location })}
        hint="Where its browsers run, such as eu: the SVC_LOCATION of a worker. Leave empty for workers without SVC_LOCATION."
      />
      {what === "new" && <AccessFields form={form} onChange={setForm} />}
    </FormDialog>
  );
}

function Drop({ environment, project, onClose }: { environment: Environment; project: string; onClose: () => void }) {
  const { id, name } = environment;
  return (
    <TypedConfirm
      title={`Delete ${name}`}
      word={name}
      action="Delete"
      change={() => remove(ONE, { params: { slug: project, environmentId: id } })}
      stale="environments"
      say={`${name} deleted.`}
      onClose={onClose}
    >
      <p>Its address and access data are deleted immediately. Its runs are kept.</p>
    </TypedConfirm>
  );
}
