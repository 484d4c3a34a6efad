// Replaces a screen if the address does not exist or the screen crashes.
import { Button } from "../components/Button.tsx";
import { TextLink } from "../components/Links.tsx";
import { EmptyState, ErrorState } from "../components/States.tsx";
import { paths } from "../lib/paths.ts";

export function NotFound() {
  return (
    <main>
      <EmptyState isPage title="Page not found" text="Check the address. The item may have been deleted.">
        <TextLink to={paths.home()}>Go to the start page</TextLink>
      </EmptyState>
    </main>
  );
}

export function ProjectGone() {
  return (
    <EmptyState isPage title="Project not found" text="It was deleted, or you no longer have access to it.">
      <TextLink to={paths.home()}>All projects</TextLink>
    </EmptyState>
  );
}

export function Crash({ error }: { error: unknown }) {
  return (
    <main>
      <ErrorState isPage error={error} title="This page failed">
        <Button onClick={() => location.reload()}>Try again</Button>
      </ErrorState>
    </main>
  );
}
