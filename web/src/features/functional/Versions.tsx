// Versions of a feature: who created each one, its diff to the current text, and a button to restore it.

import { useQuery } from "@tanstack/react-query";
import type { AppFeature } from "../../../../api/endpoints/answers/app/functional.ts";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { Card } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { Loaded } from "../../components/States.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get } from "../../lib/api.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./Feature.module.css";
import { lineDiff } from "./lineDiff.ts";

type Props = {
  project: string;
  feature: AppFeature;
  /** Puts a text into the editor; omitted for viewers. */
  onBringBack?: (gherkin: string, version: number) => void;
};

export function Versions({ project, feature, onBringBack }: Props) {
  const [{ version: shown }, setState] = useUrlState({ version: 0 });
  const close = () => setState({ version: 0 });
  return (
    <Card title="Versions">
      <ol className={styles.rows}>
        {feature.history.map(({ version, what, at, by }) => (
          <li key={version} className={styles.version}>
            <strong>{version}</strong>
            <span>
              {version === feature.version ? (
                what
              ) : (
                <button
                  type="button"
                  className={styles.plain}
                  onClick={() => setState({ version }, { push: true })}
                  aria-label={`Show version ${version}, ${what}`}
                >
                  {what}
                </button>
              )}
              <span className="note">
                {" "}
                <Person who={by} plain />, <TimeAgo time={at} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      {shown > 0 && shown !== feature.version && (
        <Dialog title={`Version ${shown} and version ${feature.version}`} open wide onOpenChange={close}>
          <Difference
            project={project}
            feature={feature}
            version={shown}
            onBringBack={
              onBringBack &&
              ((gherkin) => {
                close();
                onBringBack(gherkin, shown);
              })
            }
          />
        </Dialog>
      )}
    </Card>
  );
}

type DifferenceProps = {
  project: string;
  feature: AppFeature;
  version: number;
  onBringBack?: (gherkin: string) => void;
};

const WORDS = { "-": "Removed: ", "+": "Added: ", " ": "" } as const;
const TONES = { "-": styles.gone, "+": styles.came, " ": undefined } as const;

function Difference({ project, feature, version, onBringBack }: DifferenceProps) {
  const kept = useQuery({
    queryKey: ["feature-version", project, feature.featureId, version],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/features/{featureId}/versions/{version}", {
        params: { slug: project, featureId: feature.featureId, version },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={kept}>
      {({ gherkin, by, at }) => (
        <div className={styles.difference}>
          <p className="note">
            <Person who={by} plain />, <TimeAgo time={at} />. Lines with − were in version {version}, lines with + came
            since.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
          <section className={styles.diff} tabIndex={0} aria-label={`Changes since version ${version}`}>
            <pre>
              {lineDiff(gherkin, feature.gherkin).map(({ sign, text }, line) => (
                <span key={`${line} ${sign}`} className={TONES[sign]}>
                  <span aria-hidden="true">{sign === "-" ? "−" : sign}</span>
                  <span className="sr-only">{WORDS[sign]}</span> {text}
                  {"\n"}
                </span>
              ))}
            </pre>
          </section>
          {onBringBack && (
            <div>
              <Button kind="primary" onClick={() => onBringBack(gherkin)}>
                Restore this version
              </Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}
