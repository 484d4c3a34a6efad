// What stands where a screen should: no such address, or a defect of ours.
import { useRouter } from "@tanstack/react-router";
import { Button } from "../components/Button.tsx";
import { TextLink } from "../components/Links.tsx";
import { EmptyState, ErrorState } from "../components/States.tsx";
import { paths } from "../lib/paths.ts";

export function NotFound() {
  return (
    <main>
      <EmptyState title="Page not found" text="Check the address. The item may have been deleted.">
        <TextLink to={paths.home()}>To the start</TextLink>
      </EmptyState>
    </main>
  );
}

export function Crash({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <main>
      <ErrorState error={error} title="This page failed">
        <Button onClick={() => void router.invalidate()}>Try again</Button>
      </ErrorState>
    </main>
  );
}
