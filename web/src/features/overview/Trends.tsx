// Scores of the last thirty days, one line per pillar.
import type { AppOverview } from "../../../../api/endpoints/answers/app/projects.ts";
import { Figure } from "../../components/Figure.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { formatNumber, plural } from "../../lib/format.ts";
import { pillarPath } from "../../lib/words.ts";
import styles from "./Overview.module.css";

export function Trends({ overview: { trends }, project }: { overview: AppOverview; project: string }) {
  if (trends.length === 0) return null;
  return (
    <Card title="Thirty days">
      <div className={styles.trends}>
        {trends.map(({ pillar, name, scores }) => {
          const known = scores.filter((score) => score !== null);
          const last = known.at(-1) ?? 0;
          return (
            <TextLink key={pillar} to={pillarPath(project, pillar)} className={styles.trend}>
              <Figure
                label={name}
                value={formatNumber(last)}
                change={known.length > 1 ? Math.round((last - (known.at(-2) ?? last)) * 10) / 10 : null}
                trend={scores}
                note={plural(scores.length, "run")}
              />
            </TextLink>
          );
        })}
      </div>
    </Card>
  );
}
