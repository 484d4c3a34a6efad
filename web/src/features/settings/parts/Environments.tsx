// Environments and the access to protected ones. Stored secrets are named but never shown.
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AppEnvironments } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { Dialog } from "../../../components/Dialog.tsx";
import { Select, TextField } from "../../../components/Field.tsx";
import { OutLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { SaveProblem } from "../../../components/SaveProblem.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { TypedConfirm } from "../../../components/TypedConfirm.tsx";
import { get, post, remove } from "../../../lib/api.ts";
import { newerThan, useChange } from "../../../lib/change.ts";
import { useMay } from "../../../lib/session.ts";
import { toast } from "../../../lib/toast.ts";
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
        <Edit
          key={editing === "new" ? "new" : `${editing.id} ${editing.rev}`}
          environment={editing === "new" ? null : editing}
          project={project}
          onUse={setEditing}
          onClose={() => setEditing(null)}
        />
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

function Edit({
  environment,
  project,
  onUse,
  onClose,
}: {
  environment: Environment | null;
  project: string;
  /** Shows what somebody else saved first. */
  onUse: (now: Environment) => void;
  onClose: () => void;
}) {
  const [rev, setRev] = useState(environment?.rev);
  const [name, setName] = useState(environment?.name ?? "");
  const [baseUrl, setBaseUrl] = useState(environment?.baseUrl ?? "");
  const [location, setLocation] = useState(environment?.location ?? "");
  const [what, setWhat] = useState(environment ? "stays" : "none");
  const [form, setForm] = useState<AccessForm>(EMPTY_ACCESS);
  const save = useChange(
    async () => {
      const given = what === "new" ? accessOf(form) : null;
      if (what === "new" && !given) throw new Error("Enter access data, or choose another option.");
      const access = what === "stays" ? {} : given ? { access: given } : environment ? { access: null } : {};
      const body = { name, baseUrl, location, ...access };
      return environment
        ? post(ONE, { params: { slug: project, environmentId: environment.id }, body: { ...body, rev } })
        : post(ALL, { params: { slug: project }, body });
    },
    { stale: "environments" },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, {
      onSuccess: ({ warnings }) => {
        toast.say(warnings[0] ?? "Environment saved.");
        onClose();
      },
      onError: (error) => setRev((before) => newerThan<Environment>(error)?.rev ?? before),
    });
  };
  return (
    <Dialog
      title={environment ? `Change ${environment.name}` : "New environment"}
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <form className={styles.form} onSubmit={submit} autoComplete="off">
        <TextField label="Name" required maxLength={100} value={name} onChange={setName} />
        <TextField label="Address" required type="url" maxLength={2_000} value={baseUrl} onChange={setBaseUrl} />
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
          value={location}
          onChange={setLocation}
          hint="Where its browsers run, such as eu: the SVC_LOCATION of a worker. Leave empty for workers without SVC_LOCATION."
        />
        {what === "new" && <AccessFields form={form} onChange={setForm} />}
        <SaveProblem error={save.error} onUse={onUse} />
        <Button kind="primary" type="submit" busy={save.isPending}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}

function Drop({ environment, project, onClose }: { environment: Environment; project: string; onClose: () => void }) {
  const { id, name } = environment;
  const drop = useChange(() => remove(ONE, { params: { slug: project, environmentId: id } }), {
    stale: "environments",
    say: `${name} deleted.`,
  });
  return (
    <TypedConfirm
      title={`Delete ${name}`}
      word={name}
      action="Delete"
      busy={drop.isPending}
      onConfirm={() => drop.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Its address and access data are deleted immediately. Its runs are kept.</p>
    </TypedConfirm>
  );
}
