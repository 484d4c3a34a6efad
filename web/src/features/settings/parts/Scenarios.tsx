// Scenarios: select several to edit or delete them together, or add one.
import { useState } from "react";
import type { AppScenarios } from "../../../../../api/endpoints/answers/app/review.ts";
import { Button } from "../../../components/Button.tsx";
import { Checkbox, TextField } from "../../../components/Field.tsx";
import { FormDialog } from "../../../components/FormDialog.tsx";
import { ButtonLink, TextLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Status } from "../../../components/Status.tsx";
import { Table } from "../../../components/Table.tsx";
import { TypedConfirm } from "../../../components/TypedConfirm.tsx";
import { useAllScenarios } from "../../../lib/allScenarios.ts";
import { ApiError, callTool, post } from "../../../lib/api.ts";
import { newerThan, useSave } from "../../../lib/change.ts";
import { plural } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/session.ts";
import { useUrlState } from "../../../lib/urlState.ts";
import { useSeen } from "../../../lib/useEdits.ts";
import { asTheyAre, type Chosen, factsOf, untouched } from "../chosenScenarios.ts";
import styles from "../Settings.module.css";

type Scenario = AppScenarios["scenarios"][number];
type Act = "add" | "change" | "delete";
const VIEWPORTS = ["phone", "tablet", "desktop"] as const;
/** Maximum number of scenarios changed in one call. */
const AT_ONCE = 500;

export function Part({ project }: { project: string }) {
  const { write } = useMay();
  const [{ text }, setState] = useUrlState({ text: "" });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [doing, setDoing] = useState<{ act: Act; chosen: readonly Chosen[] } | null>(null);
  const scenarios = useAllScenarios(project);
  const seen = (scenarios.data ?? []).filter(({ scenarioId }) => chosen.has(scenarioId));
  const open = (act: Act) => () => setDoing({ act, chosen: seen });
  const close = () => setDoing(null);
  const settled = () => {
    setChosen(new Set());
    close();
  };
  return (
    <>
      <Card
        actions={
          write && (
            <Button kind="primary" onClick={open("add")}>
              New scenario
            </Button>
          )
        }
        flush
      >
        <Loaded query={scenarios}>
          {(all) => {
            const rows = all.filter(({ label, url }) => `${label} ${url}`.toLowerCase().includes(text.toLowerCase()));
            const every = rows.length > 0 && rows.every(({ scenarioId }) => chosen.has(scenarioId));
            return (
              <>
                <search className={styles.tools}>
                  <TextField
                    label="Filter by name or address"
                    hiddenLabel
                    type="search"
                    placeholder="Name or address"
                    value={text}
                    onChange={(text) => setState({ text })}
                  />
                  {write && rows.length > 0 && (
                    <>
                      <Checkbox
                        label={`All ${rows.length}`}
                        checked={every}
                        onChange={(on) => setChosen(new Set(on ? rows.map(({ scenarioId }) => scenarioId) : []))}
                      />
                      <span className={styles.push} role="status">
                        {seen.length > 0 && `${seen.length} chosen`}
                      </span>
                      <Button disabled={seen.length === 0} onClick={open("change")}>
                        Change
                      </Button>
                      <Button kind="danger" disabled={seen.length === 0} onClick={open("delete")}>
                        Delete
                      </Button>
                    </>
                  )}
                </search>
                <Table
                  label="Scenarios"
                  rows={rows}
                  rowKey={({ scenarioId }) => scenarioId}
                  columns={[
                    ...(write ? [choice(chosen, setChosen)] : []),
                    {
                      title: "Name",
                      cell: ({ label }: Scenario) => <TextLink to={paths.scenario(project, label)}>{label}</TextLink>,
                    },
                    { title: "Address", cell: ({ url }) => <span className={styles.code}>{url}</span>, wide: true },
                    { title: "Tags", cell: ({ tags = [] }) => tags.join(", "), wide: true },
                    { title: "Modes", cell: ({ modes = [] }) => modes.join(", "), wide: true },
                    { title: "Viewports", cell: ({ viewports }) => viewports.join(", "), wide: true },
                    { title: "Baseline", cell: ({ baselines }) => <Baselines of={baselines} /> },
                  ]}
                  empty={<NoScenario filtered={all.length > 0} project={project} />}
                />
              </>
            );
          }}
        </Loaded>
      </Card>
      {doing?.act === "add" && <Add project={project} onClose={close} />}
      {doing?.act === "change" && (
        <Change project={project} chosen={doing.chosen} reread={scenarios.refetch} onDone={settled} onClose={close} />
      )}
      {doing?.act === "delete" && <Delete project={project} chosen={doing.chosen} onDone={settled} onClose={close} />}
    </>
  );
}

const choice = (chosen: ReadonlySet<string>, setChosen: (next: ReadonlySet<string>) => void) => ({
  title: "Chosen",
  width: "60px",
  cell: ({ scenarioId, label }: Scenario) => (
    <input
      type="checkbox"
      aria-label={`Choose ${label}`}
      checked={chosen.has(scenarioId)}
      onChange={({ target }) => {
        const next = new Set(chosen);
        if (target.checked) next.add(scenarioId);
        else next.delete(scenarioId);
        setChosen(next);
      }}
    />
  ),
});

function Baselines({ of: { state, have, of } }: { of: Scenario["baselines"] }) {
  if (state === "complete") return <Status status="ok" word={`${have} of ${of}`} />;
  return <Status status={state === "partial" ? "warning" : "skipped"} word={have ? `${have} of ${of}` : "None"} />;
}

function NoScenario({ filtered, project }: { filtered: boolean; project: string }) {
  if (filtered) return <EmptyState title="No matches" text="Type another name or address." />;
  return (
    <EmptyState
      title="No scenario yet"
      text="A scenario is a page, or a part of one, that each run tests. Setup finds the pages of the site."
    >
      <ButtonLink to={paths.setup(project)}>Open setup</ButtonLink>
    </EmptyState>
  );
}

type DialogProps = { project: string; chosen: readonly Chosen[]; onDone: () => void; onClose: () => void };

/** Sends the change in batches that the service accepts. A refusal has all of the chosen scenarios as they are now. */
async function inParts(project: string, chosen: readonly Chosen[], body: object): Promise<void> {
  const left = chosen.filter(({ isGone }) => !isGone);
  for (let from = 0; from < left.length; from += AT_ONCE) {
    const sent = left.slice(from, from + AT_ONCE);
    const [ids, revs] = [sent.map(({ scenarioId }) => scenarioId), sent.map(({ rev }) => rev)];
    try {
      await post("/api/app/projects/{slug}/scenarios/bulk", {
        params: { slug: project },
        body: { ids, revs, ...body },
      });
    } catch (error) {
      const now = newerThan<Chosen[]>(error);
      if (!now || !(error instanceof ApiError)) throw error;
      const { status, code, message, requestId } = error;
      throw new ApiError(status, code, message, requestId, { now: asTheyAre(chosen, sent, now) });
    }
  }
}

/** `reread`: reads the list again, with the new revisions, before the person can choose from it. */
function Change({ project, chosen, reread, onDone, onClose }: DialogProps & { reread: () => Promise<unknown> }) {
  const { current, changes, follow, startFrom } = useSeen(chosen, factsOf);
  const what = plural(current.filter(({ isGone }) => !isGone).length, "scenario");
  const [viewports, setViewports] = useState<readonly string[]>([]);
  const [delay, setDelay] = useState("");
  const [threshold, setThreshold] = useState("");
  const [modes, setModes] = useState("");
  const change = {
    ...(viewports.length > 0 ? { viewports: VIEWPORTS.filter((one) => viewports.includes(one)) } : {}),
    ...(delay !== "" ? { delay: Number(delay) } : {}),
    ...(threshold !== "" ? { misMatchThreshold: Number(threshold) } : {}),
    ...(modes.trim() !== "" ? { modes: modes.split(/[\s,]+/).filter(Boolean) } : {}),
  };
  const isChanged = Object.keys(change).length > 0;
  const send = async () => {
    await inParts(project, current, { change });
    await reread();
  };
  const save = useSave(send, {
    stale: "scenarios",
    say: `${what} changed.`,
    onSaved: onDone,
    onFailed: follow,
  });
  // Leaves those of somebody else as they are.
  const onUse = () => {
    const others = untouched(chosen, current);
    if (others.length === 0) return onClose();
    startFrom(others);
    save.reset();
  };
  return (
    <FormDialog
      title={`Change ${what}`}
      verb="Change"
      save={{
        ...save,
        isChanged,
        again: `${changes} Your changes are still here. Change again to continue.`.trimStart(),
        onUse,
      }}
      complete={isChanged}
      onClose={onClose}
    >
      <p className="quiet">Empty fields are not changed.</p>
      <fieldset className={styles.set}>
        <legend>Viewports</legend>
        {VIEWPORTS.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={viewports.includes(name)}
            onChange={(on) => setViewports(on ? [...viewports, name] : viewports.filter((one) => one !== name))}
          />
        ))}
      </fieldset>
      <TextField
        label="Wait before the screenshot (ms)"
        type="number"
        min={0}
        step={1}
        value={delay}
        onChange={setDelay}
      />
      <TextField
        label="Modes"
        hint="Names of the project's modes, separated with commas. default is the page without a mode."
        value={modes}
        onChange={setModes}
      />
      <TextField
        label="Allowed difference (% of pixels)"
        type="number"
        min={0}
        max={100}
        step="any"
        value={threshold}
        onChange={setThreshold}
      />
    </FormDialog>
  );
}

function Delete({ project, chosen, onDone, onClose }: DialogProps) {
  const what = plural(chosen.length, "scenario");
  return (
    <TypedConfirm
      title={`Delete ${what}`}
      word={String(chosen.length)}
      action="Delete"
      seen={chosen}
      factsOf={factsOf}
      change={(seen) => inParts(project, seen, { remove: true })}
      stale="scenarios"
      say={`${what} deleted.`}
      onDone={onDone}
      onClose={onClose}
    >
      <p>Their rules are deleted too. Results of runs are kept.</p>
    </TypedConfirm>
  );
}

function Add({ project, onClose }: { project: string; onClose: () => void }) {
  const [label, setLabel] = useState("");
  const [url, setUrl] = useState("");
  const [tags, setTags] = useState("");
  const given = tags.split(/[\s,]+/).filter(Boolean);
  const add = useSave(() => callTool("create_scenario", { project, label, url, tags: given, confirm: true }), {
    stale: "scenarios",
    say: `${label} added. It has no baseline yet.`,
    onSaved: onClose,
  });
  return (
    <FormDialog title="New scenario" verb="Add scenario" save={add} onClose={onClose}>
      <TextField label="Name" required maxLength={200} value={label} onChange={setLabel} />
      <TextField
        label="Address"
        required
        maxLength={2_000}
        hint="A path on the site, such as /cart, or a full address"
        value={url}
        onChange={setUrl}
      />
      <TextField
        label="Tags"
        hint="Separate with commas, such as shop, checkout. A rule can apply to all scenarios with a tag."
        value={tags}
        onChange={setTags}
      />
    </FormDialog>
  );
}
