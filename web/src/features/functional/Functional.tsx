// Functional tests of a project: features, step library, self-healing proposals, recordings.
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense } from "react";
import { Page } from "../../components/Page.tsx";
import { SkeletonRows } from "../../components/Skeleton.tsx";
import { get } from "../../lib/api.ts";
import { lazily } from "../../lib/lazyFiles.ts";
import { useProjectSlug, useUrlState } from "../../lib/urlState.ts";
import { Features } from "./Features.tsx";
import styles from "./Functional.module.css";

type Tab = { name: string; title: string; text: string; Shown: ComponentType<{ project: string }> };

const TABS: readonly Tab[] = [
  {
    name: "features",
    title: "Features",
    Shown: Features,
    text: "What the site must do, written as scenarios and run in real browsers.",
  },
  {
    name: "steps",
    title: "Steps",
    Shown: lazily(() => import("./Steps.tsx"), "Steps"),
    text: "The sentences that scenarios are written in, how often each is used, and which ones no longer find their element at the first attempt.",
  },
  {
    name: "heals",
    title: "Self-healing",
    Shown: lazily(() => import("./Heals.tsx"), "Heals"),
    text: "Steps whose element has moved, each with a tested fix.",
  },
  {
    name: "recordings",
    title: "Recordings",
    Shown: lazily(() => import("./Recordings.tsx"), "Recordings"),
    text: "Scenarios recorded on the page, step by step.",
  },
];

export function Screen() {
  const project = useProjectSlug();
  const [{ tab }, setTab] = useUrlState({ tab: "features" });
  const shown = TABS.find(({ name }) => name === tab) ?? TABS[0]!;
  const waiting = useQuery({
    queryKey: ["heals", "heal", project, "waiting"],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/heals", {
        params: { slug: project },
        signal,
        query: { status: "proposed", limit: 50 },
      }),
  });
  const count = waiting.data?.heals.length ?? 0;
  return (
    <Page title="Functional" text={shown.text}>
      <div className={styles.tabs} role="group" aria-label="Parts of functional testing">
        {TABS.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            className={styles.tab}
            aria-pressed={name === shown.name}
            onClick={() => setTab({ tab: name }, { push: true })}
          >
            {title}
            {name === "heals" && count > 0 && (
              <span className={styles.badge}>
                {waiting.data?.nextCursor ? `${count}+` : count}
                <span className="sr-only"> need review</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <Suspense fallback={<SkeletonRows />}>
        <shown.Shown project={project} />
      </Suspense>
    </Page>
  );
}
