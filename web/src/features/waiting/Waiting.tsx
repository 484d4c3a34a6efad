// Everything that waits for the signed-in person, across all projects.
import { ButtonLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { WaitingList } from "../../components/WaitingList.tsx";
import { paths } from "../../lib/paths.ts";
import { useProjectSlug } from "../../lib/urlState.ts";
import { useWaiting } from "../../lib/waiting.ts";

export function Screen() {
  const project = useProjectSlug();
  return (
    <Page title="Waiting for me" text="Review requests, comments for you, and problems assigned to you.">
      <Loaded query={useWaiting()}>
        {({ items, more }) =>
          items.length === 0 ? (
            <EmptyState
              title="Nothing is waiting for you"
              text="Mentions, review requests and assigned problems appear here."
            >
              <ButtonLink to={paths.overview(project)}>Go to the overview</ButtonLink>
            </EmptyState>
          ) : (
            <Card>
              <WaitingList items={items} project={project} />
              {more && <p>Only the first {items.length} are shown.</p>}
            </Card>
          )
        }
      </Loaded>
    </Page>
  );
}
