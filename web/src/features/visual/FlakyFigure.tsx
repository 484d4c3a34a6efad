// Flakiness of this screenshot over the newest tests of its scenario.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api.ts";
import { flakyWords } from "./flakyWords.ts";
import type { Shot } from "./model.ts";
import styles from "./Review.module.css";

type Where = Pick<Shot, "scenarioLabel" | "viewport" | "browser" | "mode" | "selector">;

export function FlakyFigure({ project, shot }: { project: string; shot: Where }) {
  const { scenarioLabel: label, viewport, browser, mode, selector } = shot;
  const { data } = useQuery({
    queryKey: ["flakiness", "run", project, label],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/flakiness/{label}", { params: { slug: project, label }, signal }),
    staleTime: 60_000,
    retry: false,
  });
  const place = data?.places.find(
    (one) => one.viewport === viewport && one.browser === browser && one.mode === mode && one.selector === selector,
  );
  if (!place) return null;
  return (
    <section className={styles.part} aria-label="Flakiness">
      <h3>Flakiness</h3>
      <p>{flakyWords(place)}</p>
    </section>
  );
}
