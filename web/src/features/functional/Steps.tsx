// Step library: what each sentence is for, where it is used, and which ones drift.
import type { AppSteps } from "../../../../api/endpoints/answers/app/functional.ts";
import { CopyButton } from "../../components/Code.tsx";
import { Checkbox, Select, TextField } from "../../components/Field.tsx";
import { Card } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { type Column, Table } from "../../components/Table.tsx";
import { formatCount, plural } from "../../lib/format.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./Functional.module.css";
import { StepDef } from "./StepDef.tsx";
import { useSteps } from "./useSteps.ts";

type Step = AppSteps["steps"][number];

const columnsFor = (onShow: (id: string) => void): readonly Column<Step>[] => [
  {
    title: "Sentence",
    cell: ({ id, pattern, description, examples }) => (
      <div className={styles.sentence}>
        <span className={styles.pattern}>
          <button type="button" className={styles.link} onClick={() => onShow(id)}>
            <code>{pattern}</code>
          </button>
          <CopyButton text={examples[0] ?? pattern} label="Copy an example" />
        </span>
        <span className={styles.quiet}>{description}</span>
      </div>
    ),
  },
  {
    title: "From",
    wide: true,
    cell: ({ builtin, version, status }) => (
      <span className={styles.nowrap}>
        {builtin ? "Built in" : `This project, version ${version}`}
        {status !== "ready" && !builtin && <> ({status})</>}
      </span>
    ),
  },
  {
    title: "Used by",
    right: true,
    cell: ({ uses }) => (uses === 0 ? <span className={styles.quiet}>none</span> : plural(uses, "feature")),
  },
  {
    title: "Drift",
    cell: ({ drift }) =>
      drift > 0 ? (
        <Status status="warning" word={`${formatCount(drift)} in the newest run`} />
      ) : (
        <span className={styles.quiet}>none</span>
      ),
  },
];

export function Steps({ project }: { project: string }) {
  const [state, setState] = useUrlState<Filter & { step: string }>({
    sentence: "",
    from: "",
    used: false,
    drift: false,
    step: "",
  });
  const steps = useSteps(project);
  return (
    <>
      <search className={styles.bar}>
        <div className={styles.find}>
          <TextField
            label="Filter the sentences"
            hiddenLabel
            type="search"
            placeholder="Words of the sentence"
            value={state.sentence}
            onChange={(sentence) => setState({ sentence })}
          />
        </div>
        <Select
          label="Source"
          hiddenLabel
          value={state.from}
          onChange={(from) => setState({ from })}
          options={[
            { value: "", label: "Built-in and project steps" },
            { value: "own", label: "Project steps" },
            { value: "builtin", label: "Built-in steps" },
          ]}
        />
        <Checkbox label="In use" checked={state.used} onChange={(used) => setState({ used })} />
        <Checkbox label="Drifting" checked={state.drift} onChange={(drift) => setState({ drift })} />
      </search>
      <Card flush>
        <Loaded query={steps}>
          {({ steps: all }) => (
            <Table
              label="Step library"
              rows={all.filter((step) => fits(step, state))}
              rowKey={({ id }) => id}
              columns={columnsFor((step) => setState({ step }, { push: true }))}
              empty={
                <EmptyState
                  title="No matches"
                  text={
                    state.drift
                      ? "Every step of the latest run found its element at the first attempt."
                      : "Change the filters to see more."
                  }
                />
              }
            />
          )}
        </Loaded>
      </Card>
      {state.step && <StepDef project={project} id={state.step} onClose={() => setState({ step: "" })} />}
    </>
  );
}

type Filter = { sentence: string; from: string; used: boolean; drift: boolean };

function fits({ pattern, description, builtin, uses, drift }: Step, filter: Filter): boolean {
  const text = `${pattern}\n${description}`.toLowerCase();
  const words = filter.sentence.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    words.every((word) => text.includes(word)) &&
    (filter.from === "" || (filter.from === "builtin") === builtin) &&
    (!filter.used || uses > 0) &&
    (!filter.drift || drift > 0)
  );
}
