// Suggests a rule for all scenarios that contain the element.
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button.tsx";
import { get } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import styles from "./Review.module.css";

type Props = { runId: string; selector: string; onAll: () => void };

export function ElsewhereToo({ runId, selector, onAll }: Props) {
  const { data } = useQuery({
    queryKey: ["scenarios of an element", runId, selector],
    queryFn: ({ signal }) =>
      get("/api/app/runs/{runId}/element-reach", { params: { runId }, query: { selector }, signal }),
    enabled: selector !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data || data.scenarios < 2) return null;
  return (
    <p className={styles.quiet} role="status">
      The element is on {plural(data.scenarios, "scenario")}
      {data.more && " or more"}.{" "}
      <Button size="small" onClick={onAll}>
        Apply to all scenarios
      </Button>
    </p>
  );
}
