// Settings of a project: a list of parts, and the part selected in the address.
import { Navigate } from "@tanstack/react-router";
import { type ComponentType, Suspense } from "react";
import { NavLink } from "../../components/Links.tsx";
import { Page } from "../../components/Page.tsx";
import { SkeletonRows } from "../../components/Skeleton.tsx";
import { EmptyState } from "../../components/States.tsx";
import { lazily } from "../../lib/lazyFiles.ts";
import { paths } from "../../lib/paths.ts";
import { useParam, useProjectSlug } from "../../lib/urlState.ts";
import { PARTS } from "./parts.ts";
import styles from "./Settings.module.css";

const LOADED = new Map<string, ComponentType<{ project: string }>>(
  PARTS.map(({ name, load }) => [name, lazily(load, "Part")]),
);

export function Screen() {
  const project = useProjectSlug();
  const name = useParam("part");
  const part = PARTS.find((one) => one.name === name);
  const Shown = LOADED.get(name);
  // Redirects to the address of the first part, so that the list marks the current part.
  if (!name)
    return <Navigate {...({ to: paths.settings(project, PARTS[0]?.name), replace: true } as { to: string })} />;
  return (
    <Page title={part?.title ?? "Settings"} text={part?.text}>
      <div className={styles.columns}>
        <nav aria-label="Parts of the settings">
          <ul className={styles.parts}>
            {PARTS.map(({ name, title }) => (
              <li key={name}>
                <NavLink to={paths.settings(project, name)}>{title}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.part}>
          {Shown ? (
            <Suspense fallback={<SkeletonRows />}>
              <Shown project={project} />
            </Suspense>
          ) : (
            <EmptyState title="Page not found" text="Choose a page on the left." />
          )}
        </div>
      </div>
    </Page>
  );
}
