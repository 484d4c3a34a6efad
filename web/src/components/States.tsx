// Empty, error and loading states.
import { CircleAlert, Inbox } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { ApiError } from "../lib/api.ts";
import { lazily } from "../lib/lazyFiles.ts";
import { Button } from "./Button.tsx";
import { SkeletonRows } from "./Skeleton.tsx";
import styles from "./States.module.css";

/** Loaded lazily, because only a few states show a command. */
const Code = lazily(() => import("./Code.tsx"), "Code");

type EmptyProps = {
  /** What is missing. */
  title: string;
  /** What this is, and why it is empty. */
  text: string;
  /** The one next step: a button or a link. */
  children?: ReactNode;
  /** The same step as a terminal command. */
  command?: string;
  /** Whether it replaces the whole page, so that its title is the page's. */
  isPage?: boolean;
};

export function EmptyState({ title, text, children, command, isPage = false }: EmptyProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <section className={styles.state}>
      <Inbox size={26} aria-hidden="true" />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children && <div className={styles.actions}>{children}</div>}
      {command && (
        <Suspense fallback={<code>{command}</code>}>
          <Code text={command} />
        </Suspense>
      )}
    </section>
  );
}

/** For a list that the person has filtered. */
export const NoMatches = ({
  text,
  onClear,
  children,
}: {
  text: string;
  onClear: () => unknown;
  children?: ReactNode;
}) => (
  <EmptyState title="No matches" text={text}>
    {children}
    <Button onClick={onClear}>Clear filters</Button>
  </EmptyState>
);

type ErrorProps = { error: unknown; title?: string; children?: ReactNode; isPage?: boolean };

/** Shows what happened, what to do, and an id for support. */
export function ErrorState({ error, title = "Could not load this", children, isPage = false }: ErrorProps) {
  const Heading = isPage ? "h1" : "h2";
  const message = error instanceof Error ? error.message : String(error);
  const id = error instanceof ApiError ? error.requestId : null;
  return (
    <section className={styles.state} role="alert">
      <CircleAlert size={26} aria-hidden="true" className={styles.bad} />
      <Heading>{title}</Heading>
      <p>{message}</p>
      {children && <div className={styles.actions}>{children}</div>}
      {id && (
        <p className={styles.id}>
          Request ID: <code>{id}</code>
        </p>
      )}
    </section>
  );
}

type Query<T> = { data: T | undefined; error: unknown; isPending: boolean };

/** Shows the data of a query once it is loaded; until then a placeholder, or the error if loading fails. */
export function Loaded<T>({
  query,
  skeleton,
  children,
}: {
  query: Query<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} />;
  return skeleton ?? <SkeletonRows />;
}
