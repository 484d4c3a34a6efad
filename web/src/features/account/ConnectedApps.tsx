// Connected apps: the person's own, and for administrators everybody's.
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button.tsx";
import { Card } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, remove } from "../../lib/api.ts";
import { useChange } from "../../lib/change.ts";
import { useMay } from "../../lib/session.ts";

export function ConnectedApps() {
  const { administer } = useMay();
  const found = useQuery({
    queryKey: ["connectedApps"],
    queryFn: ({ signal }) => get("/api/app/connected-apps", { signal }),
  });
  const disconnect = useChange((id: string) => remove("/api/app/connected-apps/{id}", { params: { id } }), {
    stale: "connectedApps",
    say: "App disconnected.",
  });
  return (
    <Card title="Connected apps" flush>
      <Loaded query={found}>
        {({ apps }) => (
          <Table
            label="Connected apps"
            rows={apps}
            rowKey={({ id }) => id}
            columns={[
              { title: "App", cell: ({ name, returnsTo }) => `${name} (${returnsTo})` },
              ...(administer
                ? [{ title: "Person", cell: ({ person, yours }: (typeof apps)[number]) => (yours ? "you" : person) }]
                : []),
              { title: "Project", cell: ({ project }) => project.name },
              { title: "May", cell: ({ scope }) => (scope === "write" ? "read and change" : "read"), wide: true },
              {
                title: "Last used",
                cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo time={lastUsedAt} /> : "never"),
                wide: true,
              },
            ]}
            action={({ id, name }) => (
              <Button
                size="small"
                kind="danger"
                busy={disconnect.isPending}
                onClick={() => disconnect.mutate(id)}
                aria-label={`Disconnect ${name}`}
              >
                Disconnect
              </Button>
            )}
            empty={
              <EmptyState
                title="No app yet"
                text="MCP clients connect by signing in. Enter the address of this service, followed by /mcp, in the client."
              />
            }
          />
        )}
      </Loaded>
    </Card>
  );
}
