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
import { get, post, remove } from "../../../lib/api.ts";
import { useOpenRow } from "../../../lib/openRow.ts";
import { useMay } from "../../../lib/session.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import { type AccessForm, accessInWords, accessOf, EMPTY_ACCESS } from "../access.ts";
import styles from "../Settings.module.css";
import { AccessFields } from "./AccessFields.tsx";
import { DeleteByName } from "./DeleteByName.tsx";
import { Previews } from "./Previews.tsx";

type Environment = AppEnvironments["environments"][number];
const ALL = "/api/app/projects/{slug}/environments";
const ONE = `${ALL}/{environmentId}` as const;

export function Part({ project }: { project: string }) {
  const { write } = useMay();
  const environments = useQuery({
    queryKey: ["environments", project],
    queryFn: ({ signal }) => get(ALL, { params: { slug: project }, signal }),
  });
  const { row, isOpen, open, close } = useOpenRow("id", environments.data?.environments);
  return (
    <>
      <Card
        title="Environments"
        actions={
          write && (
            <Button kind="primary" onClick={() => open("new")}>
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
              ]}
              action={(one) =>
                write && (
                  <span className={styles.row}>
                    <Button size="small" onClick={() => open(one)}>
                      Change
                    </Button>
                    {!one.reference && (
                      <DeleteByName
                        thing="environment"
                        name={one.name}
                        seen={one}
                        factsOf={factsOf}
                        change={({ id, rev }) =>
                          remove(ONE, { params: { slug: project, environmentId: id }, query: { rev } })
                        }
                        stale="environments"
                      >
                        Its address and access data are deleted immediately. Its runs are kept.
                      </DeleteByName>
                    )}
                  </span>
                )
              }
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
      {isOpen && <Edit environment={row} project={project} onClose={close} />}
      <Previews project={project} />
    </>
  );
}

function NameCell({ environment: { name, slug, reference } }: { environment: Environment }) {
  return (
    <>
      {name}
      <br />
      <span className="quiet">
        <code>{slug}</code>
        {reference && ", the others compare against its baselines"}
      </span>
    </>
  );
}

const factsOf = ({ name, baseUrl, access, location }: Environment) => ({
  Name: name,
  Address: baseUrl,
  Access: accessInWords(access),
  Location: location ?? "",
});

/** `what` is done with the stored access. */
const fieldsOf = (stored: Environment | null) => ({
  name: stored?.name ?? "",
  baseUrl: stored?.baseUrl ?? "",
  location: stored?.location ?? "",
  what: stored ? "stays" : "none",
});

type EditProps = { environment: Environment | null; project: string; onClose: () => void };

function Edit({ environment, project, onClose }: EditProps) {
  const [title] = useState(environment ? `Change ${environment.name}` : "New environment");
  const [form, setForm] = useState<AccessForm>(EMPTY_ACCESS);
  const { stored, fields, set, save } = useEdits(
    environment,
    fieldsOf,
    async ({ stored, fields: { what, ...wanted }, changes: { what: _, ...changes } }) => {
      const given = what === "new" ? accessOf(form) : null;
      if (what === "new" && !given) throw new Error("Enter access data, or choose another option.");
      const access = what === "stays" ? {} : given ? { access: given } : stored ? { access: null } : {};
      return stored
        ? post(ONE, {
            params: { slug: project, environmentId: stored.id },
            body: { ...changes, ...access, rev: stored.rev },
          })
        : post(ALL, { params: { slug: project }, body: { ...wanted, ...access } });
    },
    {
      stale: "environments",
      say: ({ warnings }) => warnings[0] ?? "Environment saved.",
      onSaved: onClose,
      // The access was entered for the address before.
      onNewer: (now, before) => now.baseUrl !== before.baseUrl && setForm(EMPTY_ACCESS),
    },
  );
  return (
    <FormDialog title={title} verb="Save" save={save} onClose={onClose}>
      <TextField label="Name" required maxLength={100} value={fields.name} onChange={(name) => set({ name })} />
      <TextField
        label="Address"
        required
        type="url"
        maxLength={2_000}
        value={fields.baseUrl}
        onChange={(baseUrl) => set({ baseUrl })}
      />
      <Select
        label="Access"
        value={fields.what}
        onChange={(what) => set({ what })}
        hint={stored?.access ? `Stored: ${accessInWords(stored.access)}` : undefined}
        options={[
          ...(environment ? [{ value: "stays", label: "Keep" }] : []),
          { value: "none", label: "Public" },
          { value: "new", label: stored?.access ? "Replace" : "Protected" },
        ]}
      />
      <TextField
        label="Location"
        maxLength={32}
        value={fields.location}
        onChange={(location) => set({ location })}
        hint="Where its browsers run, such as eu: the SVC_LOCATION of a worker. Leave empty for workers without SVC_LOCATION."
      />
      {fields.what === "new" && <AccessFields form={form} onChange={setForm} />}
    </FormDialog>
  );
}
