// All projects of the organisation.
import { useQuery } from "@tanstack/react-query";
import { ButtonLink, TextLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Table } from "../../components/Table.tsx";
import { get } from "../../lib/api.ts";
import { paths } from "../../lib/paths.ts";

type Projects = { projects: { slug: string; name: string; baseUrl?: string }[] };

export function Screen() {
  const projects = useQuery({
    queryKey: ["projects", "run"],
    queryFn: ({ signal }) => get<Projects>("/api/app/projects", { signal }),
  });
  return (
    <Page
      title="Projects"
      actions={
        <ButtonLink kind="primary" to={paths.newProject()}>
          New project
        </ButtonLink>
      }
    >
      <Loaded query={projects}>
        {({ projects }) => (
          <Card flush>
            <Table
              label="Projects"
              rows={projects}
              rowKey={({ slug }) => slug}
              columns={[
                { title: "Project", cell: ({ slug, name }) => <TextLink to={paths.overview(slug)}>{name}</TextLink> },
                { title: "Address", cell: ({ baseUrl }) => baseUrl ?? "", wide: true },
              ]}
              empty={
                <EmptyState
                  title="No project yet"
                  text="A project is one site: its pages, its tests and what they found."
                  command="npx plumbline init"
                >
                  <ButtonLink kind="primary" to={paths.newProject()}>
                    New project
                  </ButtonLink>
                </EmptyState>
              }
            />
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
