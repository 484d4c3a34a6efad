// Project settings: its facts, and all settings that differ from the defaults.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AppSettings } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { DeleteForGood } from "../../../components/DeleteForGood.tsx";
import { Checkbox, Select, TextField } from "../../../components/Field.tsx";
import { Card } from "../../../components/Page.tsx";
import { SaveProblem } from "../../../components/SaveProblem.tsx";
import { Loaded } from "../../../components/States.tsx";
import { get, post } from "../../../lib/api.ts";
import { problemAt, useSave } from "../../../lib/change.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/session.ts";
import { type Field, GROUPS, shownValue, withEdits } from "../fields.ts";
import styles from "../Settings.module.css";
import { Modes } from "./Modes.tsx";
import { NextSweep } from "./NextSweep.tsx";
import { ProjectFacts } from "./ProjectFacts.tsx";
import { Reviewers } from "./Reviewers.tsx";

type Edits = Readonly<Record<string, string>>;
const PATH = "/api/app/projects/{slug}/settings";

export function Part({ project }: { project: string }) {
  const settings = useQuery({
    queryKey: ["settings", project],
    queryFn: ({ signal }) => get(PATH, { params: { slug: project }, signal }),
  });
  return <Loaded query={settings}>{(data) => <Form project={project} data={data} />}</Loaded>;
}

/** Unsaved edits are kept, even if somebody else saves in the meantime. */
function Form({ project, data }: { project: string; data: AppSettings }) {
  const { write, administer } = useMay();
  const queries = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const changed = Object.keys(edits).length > 0;
  const save = useSave(
    () =>
      post(PATH, {
        params: { slug: project },
        body: { settings: withEdits(data.settings as Record<string, unknown>, edits), rev: data.rev },
      }),
    {
      stale: "settings",
      say: "Settings saved.",
      onSaved: (now) => {
        queries.setQueryData(["settings", project], now);
        setEdits({});
      },
    },
  );
  const edit = (path: string) => (value: string) => setEdits({ ...edits, [path]: value });
  return (
    <div className={styles.part}>
      <ProjectFacts key={project} facts={data.project} />
      <Reviewers project={project} data={data} />
      <Modes project={project} />
      <form className={styles.part} onSubmit={save.submit}>
        {GROUPS.map(({ title, text, fields, below }) => (
          <Card key={title} title={title}>
            <p className={styles.lead}>{text}</p>
            <div className={styles.grid}>
              {fields.map((field) => (
                <Control
                  key={field.path}
                  field={field}
                  value={edits[field.path] ?? shownValue(data.settings as Record<string, unknown>, field)}
                  onChange={edit(field.path)}
                  error={problemAt(save.error, field.path)}
                  disabled={!write}
                />
              ))}
            </div>
            {below === "nextSweep" && <NextSweep project={project} />}
          </Card>
        ))}
        {write && (
          <div className={styles.bar}>
            <SaveProblem error={save.error} />
            <Button disabled={!changed} onClick={() => setEdits({})}>
              Discard
            </Button>
            <Button kind="primary" type="submit" disabled={!changed} busy={save.isPending}>
              Save
            </Button>
          </div>
        )}
      </form>
      {administer && <DeleteProject project={project} />}
    </div>
  );
}

function DeleteProject({ project }: { project: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <DeleteForGood
      // The key resets the card for another project, so that its dialog is closed.
      key={project}
      thing="project"
      named={project}
      text="Deletes its runs, baselines, screenshots, schedules and keys. Runs in progress are cancelled."
      readPlan={(signal) => get("/api/app/projects/{slug}/deletion", { params: { slug: project }, signal })}
      erase={(confirm) => post("/api/app/projects/{slug}/deletion", { params: { slug: project }, body: { confirm } })}
      onAsked={() => {
        // The organisation page shows the progress of the deletion.
        void navigate({ to: paths.organisation() as "/" }).then(() => queries.invalidateQueries());
      }}
    />
  );
}

type ControlProps = {
  field: Field;
  value: string;
  onChange: (value: string) => void;
  error?: string;
  disabled: boolean;
};

function Control({ field: { label, hint, kind, options = [], min, max }, value, error, ...rest }: ControlProps) {
  const { onChange, disabled } = rest;
  if (kind === "choice" || kind === "yesNo")
    return <Select label={label} hint={hint} error={error} value={value} options={options} {...rest} />;
  if (kind === "several") {
    const chosen = value.split(", ").filter(Boolean);
    return (
      <fieldset className={styles.set} data-wide>
        <legend>{label}</legend>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            disabled={disabled}
            checked={chosen.includes(option.value)}
            onChange={(on) =>
              onChange((on ? [...chosen, option.value] : chosen.filter((one) => one !== option.value)).join(", "))
            }
          />
        ))}
      </fieldset>
    );
  }
  const number = kind === "number" || kind === "limit";
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      value={value}
      {...(number ? { type: "number", inputMode: "decimal", step: "any", min: min ?? 0, max } : { maxLength: 2_000 })}
      {...rest}
    />
  );
}
