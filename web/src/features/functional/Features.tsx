// Features as a tree of folders, each with its last result and a run button.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronRight, Play } from "lucide-react";
import { useRef, useState } from "react";
import type { AppFeatures } from "../../../../api/endpoints/answers/app/functional.ts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get } from "../../lib/api.ts";
import { cliCommand } from "../../lib/cli.ts";
import { useCommands } from "../../lib/commands.tsx";
import { formatCount, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { useScope, useUrlState } from "../../lib/urlState.ts";
import styles from "./Functional.module.css";
import { type Folder, idFrom, lastWords, matching, treeOf } from "./tree.ts";
import { useRunFeatures } from "./useRunFeatures.ts";

type Feature = AppFeatures["features"][number];

const MAX_NAME = 100;

export function Features({ project }: { project: string }) {
  const scope = useScope();
  const { write } = useMay();
  const [making, setMaking] = useState(false);
  const [{ find, create }, setState] = useUrlState({ find: "", create: "" });
  const field = useRef<HTMLDivElement>(null);
  const features = useQuery({
    queryKey: ["features", "feature", "run", project, scope],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/features", { params: { slug: project }, signal, query: scope }),
  });
  const all = useRunFeatures(project);
  const runAll = () => all.run();
  const group = "Functional";
  useCommands([
    { id: "functional-filter", title: "Filter the features", group, keys: "/", run: () => focusIn(field.current) },
    ...(write
      ? [
          { id: "functional-new", title: "New feature", group, keys: "n", run: () => setMaking(true) },
          { id: "functional-run-all", title: "Run all features", group, run: runAll },
        ]
      : []),
  ]);
  return (
    <Loaded query={features}>
      {({ features: known }) => (
        <>
          {known.length === 0 ? (
            <Empty project={project} onNew={write ? () => setMaking(true) : undefined} />
          ) : (
            <>
              <div className={styles.bar}>
                <div ref={field} className={styles.find}>
                  <TextField
                    label="Filter the features"
                    hiddenLabel
                    type="search"
                    placeholder="Name, folder, tag or ticket"
                    value={find}
                    onChange={(text) => setState({ find: text })}
                  />
                </div>
                {write && (
                  <div className={styles.actions}>
                    <Button onClick={() => setMaking(true)}>New feature</Button>
                    <Button kind="primary" busy={all.isPending} onClick={runAll}>
                      <Play size={14} aria-hidden="true" /> Run all
                    </Button>
                  </div>
                )}
              </div>
              <Tree features={matching(known, find)} project={project} write={write} />
            </>
          )}
          {(making || (write && create !== "")) && (
            <NewFeature
              project={project}
              known={known}
              title={create}
              onClose={() => {
                setMaking(false);
                setState({ create: "" });
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

const focusIn = (place: HTMLElement | null): void => place?.querySelector("input")?.focus();

function Tree({ features, project, write }: { features: readonly Feature[]; project: string; write: boolean }) {
  if (features.length === 0) return <EmptyState title="No matches" text="Change the filter to see other features." />;
  const top = treeOf(features);
  return (
    <Card flush>
      <div className={styles.summary}>
        {plural(features.length, "feature")}
        {top.failing > 0 && <Status status="failed" word={`${formatCount(top.failing)} failed`} />}
      </div>
      <Inside folder={top} project={project} write={write} depth={0} />
    </Card>
  );
}

type InsideProps = { folder: Folder<Feature>; project: string; write: boolean; depth: number };

function Inside({ folder, depth, ...rest }: InsideProps) {
  return (
    <ul className={styles.branch} style={depth > 0 ? { paddingLeft: 18 } : undefined}>
      {folder.folders.map((below) => (
        <li key={below.path}>
          <details open>
            <summary className={styles.folder}>
              <ChevronRight size={14} aria-hidden="true" className={styles.turn} />
              <strong>{below.name}</strong>
              <span className={styles.quiet}>{plural(below.count, "feature")}</span>
              {below.failing > 0 && <Status status="failed" word={`${formatCount(below.failing)} failed`} />}
            </summary>
            <Inside folder={below} depth={depth + 1} {...rest} />
          </details>
        </li>
      ))}
      {folder.features.map((feature) => (
        <Row key={feature.featureId} feature={feature} {...rest} />
      ))}
    </ul>
  );
}

function Row({ feature, project, write }: { feature: Feature; project: string; write: boolean }) {
  const { featureId, name, status, scenarios, tags, tickets, last } = feature;
  const { run, isPending } = useRunFeatures(project);
  return (
    <li className={styles.feature}>
      <div className={styles.name}>
        <TextLink to={paths.feature(project, featureId)}>{name}</TextLink>
        <span className={styles.quiet}>
          {[plural(scenarios, "scenario"), ...tags, ...tickets].join(" · ")}
          {status === "draft" && " · draft"}
        </span>
      </div>
      <div className={styles.last}>
        {last ? (
          <TextLink to={paths.featureRun(project, last.runId)} search={{ feature: featureId }}>
            <LastRun last={last} />
          </TextLink>
        ) : (
          <span className={styles.quiet}>Not run yet</span>
        )}
      </div>
      <span className={styles.when}>{last && <TimeAgo time={last.at} />}</span>
      {write && (
        <IconButton
          label={status === "ready" ? `Run ${name}` : `${name} is a draft: finish it first`}
          disabled={status !== "ready" || isPending}
          onClick={() => run(featureId)}
        >
          <Play size={14} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function LastRun({ last }: { last: NonNullable<Feature["last"]> }) {
  const { figures, ...status } = lastWords(last);
  return (
    <>
      <Status {...status} />
      {figures && <span className={styles.figures}>{figures}</span>}
    </>
  );
}

function Empty({ project, onNew }: { project: string; onNew?: () => void }) {
  return (
    <EmptyState
      title="No feature yet"
      text="A feature describes in sentences what the site must do. Each runs in real browsers, with a screenshot of every step."
      command={cliCommand(`features push --project ${project}`)}
    >
      {onNew && (
        <Button kind="primary" onClick={onNew}>
          Create feature
        </Button>
      )}
    </EmptyState>
  );
}

/** `title`: suggested name from the address. */
type NewProps = { project: string; known: readonly Feature[]; title: string; onClose: () => void };

function NewFeature({ project, known, title, onClose }: NewProps) {
  const [name, setName] = useState(title.slice(0, MAX_NAME));
  const [folder, setFolder] = useState("");
  const navigate = useNavigate();
  const id = idFrom(name);
  const taken = known.some(({ featureId }) => featureId === id);
  const create = () => {
    const search = { new: name.trim(), ...(folder.trim() ? { folder: folder.trim() } : {}) };
    // The title goes along, so leaving the dialog loses nothing.
    void navigate({ to: paths.feature(project, id), search, ignoreBlocker: true } as never);
  };
  return (
    <FormDialog
      title="New feature"
      verb="Create feature"
      save={{ submit: create }}
      complete={name.trim() !== "" && !taken}
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        maxLength={MAX_NAME}
        value={name}
        onChange={setName}
        placeholder="Put a product into the cart"
        error={name.trim() && taken ? "A feature with this name already exists. Choose another name." : undefined}
      />
      <TextField
        label="Folder"
        value={folder}
        maxLength={300}
        onChange={setFolder}
        placeholder="Shop / Checkout"
        hint="Leave empty for the root folder."
      />
    </FormDialog>
  );
}
