// Project settings: its facts, and all settings that differ from the defaults.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AppSettings } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { DeleteForGood } from "../../../components/DeleteForGood.tsx";
import { Checkbox, Select, TextField } from "../../../components/Field.tsx";
import { Card } from "../../../components/Page.tsx";
import { SaveProblem } from "../../../components/SaveProblem.tsx";
import { Loaded } from "../../../components/States.tsx";
import { get, post } from "../../../lib/api.ts";
import { problemAt } from "../../../lib/change.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/session.ts";
import { useEdits } from "../../../lib/useEdits.ts";
import { type Field, GROUPS, shownValue, withEdits } from "../fields.ts";
import styles from "../Settings.module.css";
import { Modes } from "./Modes.tsx";
import { NextSweep } from "./NextSweep.tsx";
import { ProjectFacts } from "./ProjectFacts.tsx";
import { Reviewers } from "./Reviewers.tsx";

const PATH = "/api/app/projects/{slug}/settings";

export function Part({ project }: { project: string }) {
  const settings = useQuery({
    queryKey: ["settings", project],
    queryFn: ({ signal }) => get(PATH, { params: { slug: project }, signal }),
  });
  return <Loaded query={settings}>{(data) => <Form key={project} project={project} data={data} />}</Loaded>;
}

const fieldsOf = ({ settings }: AppSettings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    GROUPS.flatMap(({ fields }) => fields).map((field) => [
      field.path,
      shownValue(settings as Record<string, unknown>, field),
    ]),
  );

function Form({ project, data }: { project: string; data: AppSettings }) {
  const { write, administer } = useMay();
  const queries = useQueryClient();
  const { fields, isChanged, set, discard, save } = useEdits(
    data,
    fieldsOf,
    ({ stored: { settings, rev }, changes }) =>
      post(PATH, {
        params: { slug: project },
        body: { settings: withEdits(settings as Record<string, unknown>, changes), rev },
      }),
    {
      stale: "settings",
      say: "Settings saved.",
      onSaved: (now, take) => {
        queries.setQueryData(["settings", project], now);
        take(now);
      },
    },
  );
  return (
    <div className={styles.part}>
      <ProjectFacts facts={data.project} />
      <Reviewers project={project} data={data} />
      <Modes project={project} />
      <form className={styles.part} onSubmit={save.submit}>
        {GROUPS.map(({ title, text, fields: shown, below }) => (
          <Card key={title} title={title}>
            <p className={styles.lead}>{text}</p>
            <div className={styles.grid}>
              {shown.map((field) => (
                <Control
                  key={field.path}
                  field={field}
                  value={fields[field.path] ?? ""}
                  onChange={(value) => set({ [field.path]: value })}
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
            <SaveProblem error={save.error} onUse={save.onUse} />
            <Button disabled={!isChanged} onClick={discard}>
              Discard
            </Button>
            <Button kind="primary" type="submit" disabled={!isChanged} busy={save.isPending}>
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
        void navigate({ to: paths.organisation() as "/", ignoreBlocker: true }).then(() => queries.invalidateQueries());
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
