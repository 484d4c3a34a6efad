// Empty, failed and waiting, as people should meet them.
import { CircleAlert, Inbox } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { ApiError } from "../lib/api.ts";
import { lazily } from "../lib/lazyFiles.ts";
import { SkeletonRows } from "./Skeleton.tsx";
import styles from "./States.module.css";

/** Its button has a hint, whose code only few states need. */
const Code = lazily(async () => (await import("./Code.tsx")).Code);

type EmptyProps = {
  /** What is not there. */
  title: string;
  /** What this is, and why it is empty. */
  text: string;
  /** The one next step: a button or a link. */
  children?: ReactNode;
  /** The same step in a terminal. */
  command?: string;
};

export function EmptyState({ title, text, children, command }: EmptyProps) {
  return (
    <section className={styles.state}>
      <Inbox size={26} aria-hidden="true" />
      <h2>{title}</h2>
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

type ErrorProps = { error: unknown; title?: string; children?: ReactNode };

/** What happened, what to do, and an id to look it up by. */
export function ErrorState({ error, title = "Could not load this", children }: ErrorProps) {
  const message = error instanceof Error ? error.message : String(error);
  const id = error instanceof ApiError ? error.requestId : null;
  return (
    <section className={styles.state} role="alert">
      <CircleAlert size={26} aria-hidden="true" className={styles.bad} />
      <h2>{title}</h2>
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

/** The data of a query once it is there; until then its shape, and what went wrong when it cannot be read. */
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
