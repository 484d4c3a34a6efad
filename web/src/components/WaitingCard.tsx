// Overview card with the first items that wait for the signed-in person. Renders nothing if there are none.
import { paths } from "../lib/paths.ts";
import { useWaiting } from "../lib/waiting.ts";
import { TextLink } from "./Links.tsx";
import { Card } from "./Page.tsx";
import { WaitingList } from "./WaitingList.tsx";

const FIRST = 5;

export function WaitingCard({ project }: { project: string }) {
  const { items = [], count = 0 } = useWaiting().data ?? {};
  if (count === 0) return null;
  return (
    <Card
      title={`Waiting for me (${count})`}
      actions={count > FIRST && <TextLink to={paths.waiting(project)}>All {count}</TextLink>}
    >
      <WaitingList items={items.slice(0, FIRST)} project={project} />
    </Card>
  );
}
