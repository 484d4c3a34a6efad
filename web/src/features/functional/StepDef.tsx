// One step definition: what it does and where it is used. The project's own definitions can be edited and deleted here.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Sheet } from "../../components/Dialog.tsx";
import { Select, TextArea, TextField } from "../../components/Field.tsx";
import { TextLink } from "../../components/Links.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { Loaded } from "../../components/States.tsx";
import { TypedConfirm } from "../../components/TypedConfirm.tsx";
import { ApiError, callTool, errorText } from "../../lib/api.ts";
import { useSave } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import styles from "./Functional.module.css";
import { actionsFrom, linesOf } from "./stepDefText.ts";

type Def = {
  id: string;
  pattern: string;
  description: string;
  examples: string[];
  status: string;
  actions?: unknown[];
};
type Usage = { features: { featureId: string; name: string; sentences: string[] }[]; stepDefs: string[] };
type Known = { stepDef: Def; version: number | null; usage: Usage };

export function StepDef({ project, id, onClose }: { project: string; id: string; onClose: () => void }) {
  // A definition that is being deleted must not be read again, even if its query is invalidated.
  const [leaving, setLeaving] = useState(false);
  const known = useQuery({
    enabled: !leaving,
    queryKey: ["stepDef", "feature", project, id],
    queryFn: async (): Promise<Known> => {
      const args = { project, stepDefId: id };
      const [def, usage] = await Promise.all([
        callTool<Omit<Known, "usage">>("frt_get_step_def", args),
        callTool<Usage>("frt_get_step_usage", args),
      ]);
      return { ...def.data, usage: usage.data };
    },
  });
  return (
    <Sheet title="Step definition" open onOpenChange={(open) => !open && onClose()}>
      <Loaded query={known}>
        {(data) => <Shown key={data.version} project={project} known={data} onLeaving={setLeaving} onClose={onClose} />}
      </Loaded>
    </Sheet>
  );
}

type Leaves = { onLeaving: (leaving: boolean) => void; onClose: () => void };
type ShownProps = Leaves & { project: string; known: Known };

function Shown({ project, known: { stepDef, version, usage }, ...leaves }: ShownProps) {
  const { write } = useMay();
  const own = write && version !== null;
  return (
    <div className="form">
      {own ? (
        <Form project={project} stepDef={stepDef} version={version} usage={usage} {...leaves} />
      ) : (
        <>
          <p>
            <code>{stepDef.pattern}</code>
          </p>
          <p>{stepDef.description}</p>
          {stepDef.actions && <pre className={styles.json}>{JSON.stringify(stepDef.actions, null, 1)}</pre>}
          {version === null && <p className={styles.quiet}>Built-in definitions cannot be changed.</p>}
        </>
      )}
      <Uses project={project} usage={usage} />
    </div>
  );
}

function Uses({ project, usage: { features, stepDefs } }: { project: string; usage: Usage }) {
  return (
    <section>
      <h3>Used by {plural(features.length, "feature")}</h3>
      <ul className={styles.uses}>
        {features.slice(0, 50).map(({ featureId, name, sentences }) => (
          <li key={featureId}>
            <TextLink to={paths.feature(project, featureId)}>{name}</TextLink>{" "}
            <span className={styles.quiet}>{sentences.join(" · ")}</span>
          </li>
        ))}
      </ul>
      {stepDefs.length > 0 && <p>And by the definitions {stepDefs.join(", ")}.</p>}
    </section>
  );
}

type FormProps = Leaves & { project: string; stepDef: Def; version: number; usage: Usage };

function Form({ project, stepDef, version, usage, onLeaving, onClose }: FormProps) {
  const [pattern, setPattern] = useState(stepDef.pattern);
  const [description, setDescription] = useState(stepDef.description);
  const [examples, setExamples] = useState(stepDef.examples.join("\n"));
  const [status, setStatus] = useState(stepDef.status);
  const [actions, setActions] = useState(JSON.stringify(stepDef.actions ?? [], null, 1));
  const [deleting, setDeleting] = useState(false);
  const read = actionsFrom(actions);
  const args = { project, stepDefId: stepDef.id, version, confirm: true };
  const save = useSave(
    () =>
      callTool("frt_update_step_def", {
        ...args,
        pattern,
        description,
        status,
        examples: linesOf(examples),
        ...(read.actions && { actions: read.actions }),
      }),
    { stale: "feature", say: "The step definition is saved." },
  );
  const drop = async () => {
    onLeaving(true);
    try {
      await callTool("frt_delete_step_def", args);
    } catch (error) {
      onLeaving(false);
      throw error;
    }
  };
  const used = usage.features.length + usage.stepDefs.length > 0;
  return (
    <>
      <form className="form" onSubmit={save.submit}>
        <p className={styles.quiet}>
          <code>{stepDef.id}</code>, version {version}
        </p>
        <TextField label="Sentence" required maxLength={300} value={pattern} onChange={setPattern} />
        <TextField label="Purpose" maxLength={500} value={description} onChange={setDescription} />
        <TextArea label="Examples" hint="One per line." value={examples} onChange={setExamples} rows={3} />
        <Select
          label="Status"
          value={status}
          onChange={setStatus}
          options={[
            { value: "ready", label: "Ready" },
            { value: "draft", label: "Draft: not used by runs" },
          ]}
        />
        <TextArea
          label="What it does"
          hint="Actions in order, as JSON."
          error={read.problem}
          spellCheck={false}
          rows={10}
          value={actions}
          onChange={setActions}
        />
        <SaveProblem error={save.error && `${errorText(save.error)} ${fieldsOf(save.error)}`} />
        <div className={styles.actions}>
          <Button kind="primary" type="submit" busy={save.isPending} disabled={read.problem !== undefined}>
            Save
          </Button>
          <Button
            kind="ghost"
            disabled={used}
            title={used ? "In use: change what uses it first" : undefined}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        </div>
      </form>
      {deleting && (
        <TypedConfirm
          title="Delete the step definition"
          word={stepDef.id}
          action="Delete"
          change={drop}
          stale="feature"
          say={`The step definition ${stepDef.id} is deleted.`}
          onDone={onClose}
          onClose={() => setDeleting(false)}
        >
          <p>Its sentences become undefined. This cannot be undone.</p>
        </TypedConfirm>
      )}
    </>
  );
}

function fieldsOf(error: Error): string {
  const body = (error instanceof ApiError ? error.body : null) as { error?: { fields?: unknown } } | null;
  const fields = body?.error?.fields;
  if (!Array.isArray(fields)) return "";
  return fields.map(({ path, message }: { path?: string; message?: string }) => `${path} ${message}`).join("; ");
}
