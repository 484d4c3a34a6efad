// Edits a feature based on the version that was loaded. If somebody else saved first, it says who, and nothing is lost.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { AppFeature, AppGherkinCheck } from "../../../../api/endpoints/answers/app/functional.ts";
import { Button } from "../../components/Button.tsx";
import { Keys } from "../../components/Keys.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { SkeletonRows } from "../../components/Skeleton.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { ApiError, get, post } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { useCommands } from "../../lib/commands.tsx";
import { lazily } from "../../lib/lazyFiles.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { Conflict } from "./Conflict.tsx";
import { DeleteFeature } from "./DeleteFeature.tsx";
import { draftAfterSave, keepDraft, readDraft } from "./drafts.ts";
import type { Editor as Handle } from "./editor.ts";
import styles from "./Feature.module.css";
import { FeatureSide } from "./FeatureSide.tsx";
import { Problems } from "./Problems.tsx";
import { useRunFeatures } from "./useRunFeatures.ts";
import { stepsQuery } from "./useSteps.ts";

/** Loaded lazily, because of the size of its packages. */
const Editor = lazily(() => import("./Editor.tsx"), "Editor");

export type Start = Pick<AppFeature, "name" | "gherkin" | "version" | "group" | "tickets">;
type Props = { project: string; featureId: string; start: Start; feature: AppFeature | null };
type Fields = { group: string[]; tickets: string[] };

const same = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");

export function FeatureEditor({ project, featureId, start, feature }: Props) {
  const { write } = useMay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const run = useRunFeatures(project);
  const handle = useRef<Handle | null>(null);
  const kept = useRef(readDraft(sessionStorage, project, featureId)).current;
  // The version being edited; a newer one is loaded only on request.
  const [base, setBase] = useState(kept ? { ...start, version: kept.version } : start);
  const [opened, setOpened] = useState({ text: kept?.text ?? start.gherkin, count: 0 });
  const [text, setText] = useState(opened.text);
  const [fields, setFields] = useState<Fields>({ group: start.group, tickets: start.tickets });
  const [check, setCheck] = useState<AppGherkinCheck | null>(null);
  /** Number of checks of the text. */
  const checks = useRef(0);
  const fieldsChanged = !same(fields.group, base.group) || !same(fields.tickets, base.tickets);
  const dirty = write && (text !== base.gherkin || fieldsChanged || base.version === 0);
  /** Text that cannot be parsed cannot be saved; the list of problems says why. */
  const broken = check !== null && !check.ok;
  const newer = feature !== null && feature.version > base.version ? feature : null;

  const change = (next: string) => {
    setText(next);
    keepDraft(sessionStorage, project, featureId, next === base.gherkin ? null : { version: base.version, text: next });
  };
  const open = (from: Start, shown = from.gherkin) => {
    setBase(from);
    setOpened(({ count }) => ({ text: shown, count: count + 1 }));
    setText(shown);
    setFields({ group: from.group, tickets: from.tickets });
    keepDraft(
      sessionStorage,
      project,
      featureId,
      shown === from.gherkin ? null : { version: from.version, text: shown },
    );
  };
  /** The text in the editor now, which a save that was started earlier does not know. */
  const latest = useRef(text);
  latest.current = text;
  const save = useSend({
    mutationFn: (sent: { gherkin: string } & Fields) =>
      post("/api/app/projects/{slug}/features/{featureId}", {
        params: { slug: project, featureId },
        body: { version: base.version, ...sent },
      }),
    stale: "feature",
    onSuccess: (saved, sent) => {
      setBase({ ...sent, name: saved.name, version: saved.version });
      keepDraft(sessionStorage, project, featureId, draftAfterSave(latest.current, sent.gherkin, saved.version));
      if (base.version === 0) void navigate({ to: paths.feature(project, featureId) as "/", replace: true });
      toast.say(saved.change === "unchanged" ? "No changes to save." : `Version ${saved.version} is saved.`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.status === 409)) toast.failed(error);
    },
  });
  const saveNow = () => {
    if (dirty && !broken && !save.isPending) save.mutate({ gherkin: text, ...fields });
  };
  const loadNewer = async () => {
    const mine = { base, text };
    const now = await get("/api/app/projects/{slug}/features/{featureId}", { params: { slug: project, featureId } });
    queries.setQueryData(["feature", project, featureId], now);
    save.reset();
    open(now);
    toast.say(`Version ${now.version} is shown. Your text is kept.`, () => open(now, mine.text));
  };
  /** Puts an earlier text into the editor; it becomes a new version only when saved. */
  const bringBack = (gherkin: string, version: number) => {
    const mine = text;
    open(base, gherkin);
    toast.say(`The text of version ${version} is in the editor. Save to restore it.`, () => open(base, mine));
  };
  const readSteps = async () => {
    try {
      return (await queries.ensureQueryData(stepsQuery(project))).steps;
    } catch {
      // Without the step library there is no completion, but the text can still be edited.
      return [];
    }
  };
  const checkText = async (gherkin: string): Promise<AppGherkinCheck | null> => {
    checks.current += 1;
    const number = checks.current;
    // The answer about an earlier text may arrive after it.
    const show = (found: AppGherkinCheck | null) => {
      if (number === checks.current) setCheck(found);
      return found;
    };
    try {
      const found = await post("/api/app/projects/{slug}/features/check", {
        params: { slug: project },
        body: { gherkin },
      });
      return show(found);
    } catch {
      // No problems are shown until the next change; saving checks everything again and reports errors.
      return show(null);
    }
  };
  const startRun = () => run.run(featureId);
  const runnable = write && base.version > 0 && !dirty && feature?.status === "ready";
  useCommands(
    write
      ? [
          { id: "feature-save", title: "Save the feature", group: "Feature", keys: "mod+s", run: saveNow },
          ...(runnable
            ? [
                {
                  id: "feature-run",
                  title: "Run the feature",
                  group: "Feature",
                  keys: "r",
                  run: startRun,
                  decides: true,
                },
              ]
            : []),
        ]
      : [],
  );
  const conflict = save.error instanceof ApiError && save.error.status === 409 ? save.error : null;
  return (
    <Page
      title={
        <>
          {base.name}{" "}
          {feature && (
            <Status
              status={feature.status === "ready" ? "ok" : "warning"}
              word={feature.status === "ready" ? "Ready" : "Draft"}
            />
          )}
        </>
      }
      text={
        <>
          <TextLink to={paths.functional(project)}>Functional</TextLink>
          {fields.group.map((name) => ` / ${name}`).join("")}
          {feature && (
            <>
              {" "}
              · version {feature.version}, <Person who={feature.updatedBy} plain />,{" "}
              <TimeAgo time={feature.updatedAt} />
            </>
          )}
        </>
      }
      actions={
        write && (
          <>
            {feature && <DeleteFeature project={project} feature={feature} />}
            <Button
              busy={run.isPending}
              disabled={!runnable}
              title={dirty ? "Save it first" : undefined}
              onClick={startRun}
            >
              <Play size={14} aria-hidden="true" /> Run
            </Button>
            <Button kind="primary" busy={save.isPending} disabled={!dirty || broken} onClick={saveNow}>
              <span className={styles.save}>
                Save <Keys keys="mod+s" />
              </span>
            </Button>
          </>
        )
      }
    >
      {conflict ? (
        <Conflict error={conflict} onLoad={loadNewer} mine={text} />
      ) : (
        newer && (
          <Conflict who={newer.updatedBy} at={newer.updatedAt} version={newer.version} onLoad={loadNewer} mine={text} />
        )
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Card flush>
            <Suspense fallback={<SkeletonRows rows={8} height={22} />}>
              <Editor
                key={opened.count}
                handle={handle}
                text={opened.text}
                readOnly={!write}
                steps={readSteps}
                check={checkText}
                onChange={change}
                onSave={saveNow}
              />
            </Suspense>
          </Card>
          <Problems check={check} onGo={(line) => handle.current?.goTo(line)} />
        </div>
        <FeatureSide
          project={project}
          featureId={featureId}
          feature={feature}
          scenarios={check?.ok ? check.scenarios : (feature?.scenarios ?? [])}
          fields={fields}
          onFields={write ? (next) => setFields((before) => ({ ...before, ...next })) : undefined}
          onGo={(line) => handle.current?.goTo(line)}
          onBringBack={write ? bringBack : undefined}
        />
      </div>
    </Page>
  );
}
