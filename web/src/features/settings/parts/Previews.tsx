// Hosts where runs may visit branch previews, and the branches that have a preview.
import { useQuery } from "@tanstack/react-query";
import type { AppPreviews } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { TextArea } from "../../../components/Field.tsx";
import { OutLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { SaveProblem } from "../../../components/SaveProblem.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { TimeAgo } from "../../../components/TimeAgo.tsx";
import { get, post } from "../../../lib/api.ts";
import { useMay } from "../../../lib/session.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import styles from "../Settings.module.css";

const PREVIEWS = "/api/app/projects/{slug}/previews";

export function Previews({ project }: { project: string }) {
  const { administer } = useMay();
  const previews = useQuery({
    queryKey: ["previews", project],
    queryFn: ({ signal }) => get(PREVIEWS, { params: { slug: project }, signal }),
  });
  return (
    <Card title="Previews" flush>
      <Loaded query={previews}>
        {(data) => (
          <>
            {administer ? (
              <Hosts key={project} project={project} data={data} />
            ) : (
              <p className={`quiet ${styles.inset}`}>
                {data.hosts.length > 0 ? `Allowed hosts: ${data.hosts.join(", ")}` : "No host is allowed."}
              </p>
            )}
            <Table
              label="Previews"
              rows={data.previews}
              rowKey={({ environmentId }) => environmentId}
              columns={[
                { title: "Branch", cell: ({ branch }) => branch },
                { title: "Address", cell: ({ baseUrl }) => <OutLink href={baseUrl}>{baseUrl}</OutLink>, wide: true },
                { title: "Last run", cell: ({ lastRunAt }) => lastRunAt && <TimeAgo time={lastRunAt} /> },
              ]}
              empty={<EmptyState title="No preview yet" text="A run with a preview address adds its branch." />}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const fieldsOf = ({ hosts }: Pick<AppPreviews, "hosts">) => ({ text: hosts.join("\n") });

function Hosts({ project, data }: { project: string; data: AppPreviews }) {
  const { fields, set, save } = useEdits(
    data,
    fieldsOf,
    ({ stored: { rev }, fields: { text } }) =>
      post(PREVIEWS, { params: { slug: project }, body: { hosts: text.split(/[\s,]+/).filter(Boolean), rev } }),
    { stale: "previews", say: "Hosts saved.", onSaved: (now, take) => take(now) },
  );
  return (
    <form className={`form ${styles.inset}`} onSubmit={save.submit}>
      <TextArea
        label="Allowed hosts"
        hint="One per line, such as *.preview.example.com. Access data of the environment is sent there."
        value={fields.text}
        onChange={(text) => set({ text })}
      />
      <SaveProblem error={save.error} onUse={save.onUse} />
      <Button type="submit" busy={save.isPending}>
        Save
      </Button>
    </form>
  );
}
