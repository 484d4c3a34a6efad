// Starts a run: type, environment, browsers, scenarios, branch and commit.
import { useState } from "react";
import { BROWSER_WORDS, BROWSERS } from "../../../../domain/words/browsers.ts";
import { Code } from "../../components/Code.tsx";
import { EnvironmentSelect } from "../../components/EnvironmentSelect.tsx";
import { Checkbox, Select, TextField } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { useAllScenarios } from "../../lib/allScenarios.ts";
import { useUnseen } from "../../lib/change.ts";
import { cliCommand } from "../../lib/cli.ts";
import { useStartRun } from "../../lib/runs.ts";
import {
  choosesBrowsers,
  PAGES,
  STARTS,
  type StartInput,
  type StartKind,
  startCommand,
  visitsSites,
} from "../../lib/starts.ts";
import { useScope } from "../../lib/urlState.ts";
import styles from "./StartRun.module.css";

type Props = { project: string; kind: string; onKind: (kind: string) => void };

export function StartRun({ project, kind, onKind }: Props) {
  if (kind === "") return null;
  return <Form project={project} kind={STARTS.find((one) => one.kind === kind)?.kind ?? "test"} onKind={onKind} />;
}

function Form({ project, kind, onKind }: Props & { kind: StartKind }) {
  const scope = useScope();
  const [environment, setEnvironment] = useState(scope.environment ?? "");
  const [browsers, setBrowsers] = useState<readonly string[]>([]);
  const [scenarios, setScenarios] = useState<readonly string[]>([]);
  const [branch, setBranch] = useState(scope.branch ?? "");
  const [commit, setCommit] = useState("");
  const [preview, setPreview] = useState("");
  const [chosen, setPages] = useState("");
  const pages = visitsSites(kind) ? chosen : "";
  const fromCrawl = pages === "templates" || pages === "crawl";
  const start = useStartRun(undefined, useUnseen());
  const wanted: StartInput = {
    kind,
    project,
    ...(environment ? { environment } : {}),
    ...(browsers.length > 0 && choosesBrowsers(kind) ? { browsers: [...browsers] } : {}),
    ...(pages ? { pages } : {}),
    ...(scenarios.length > 0 && !fromCrawl ? { scenarios: [...scenarios] } : {}),
    ...(branch.trim() ? { branch: branch.trim() } : {}),
    ...(commit.trim() ? { commitSha: commit.trim() } : {}),
    ...(preview.trim() ? { baseUrl: preview.trim() } : {}),
  };
  return (
    <FormDialog
      title="Start a run"
      verb="Start"
      save={{ ...start, submit: () => start.mutate(wanted) }}
      onClose={() => onKind("")}
    >
      <Select
        label="What"
        value={kind}
        onChange={onKind}
        options={STARTS.map(({ kind, title }) => ({ value: kind, label: title }))}
      />
      <EnvironmentSelect project={project} value={environment} onChange={setEnvironment} />
      {choosesBrowsers(kind) && (
        <fieldset className={styles.set}>
          <legend>Browsers</legend>
          {BROWSERS.map((browser) => (
            <Checkbox
              key={browser}
              label={BROWSER_WORDS[browser]}
              checked={browsers.includes(browser)}
              onChange={(on) => setBrowsers(toggled(browsers, browser, on))}
            />
          ))}
          <p className={styles.hint}>Leave empty for the project's browsers.</p>
        </fieldset>
      )}
      {visitsSites(kind) && (
        <Select
          label="Pages"
          value={pages}
          onChange={setPages}
          options={PAGES}
          hint={fromCrawl ? "Uses a crawl of the last 24 hours, or crawls the site first." : undefined}
        />
      )}
      {!fromCrawl && <Scenarios project={project} chosen={scenarios} onChange={setScenarios} />}
      <TextField
        label="Branch"
        value={branch}
        onChange={setBranch}
        maxLength={255}
        spellCheck={false}
        hint="Leave empty for the main branch."
      />
      <TextField
        label="Commit"
        value={commit}
        onChange={setCommit}
        maxLength={128}
        spellCheck={false}
        hint="SHA of the deployed commit."
      />
      <TextField
        label="Preview address"
        type="url"
        value={preview}
        onChange={setPreview}
        maxLength={2_000}
        spellCheck={false}
        hint="Where the branch is deployed. Leave empty for the environment's address."
      />
      <Code text={cliCommand(startCommand(wanted))} />
    </FormDialog>
  );
}

const toggled = (list: readonly string[], value: string, on: boolean): readonly string[] =>
  on ? [...list, value] : list.filter((one) => one !== value);

/** Maximum number of scenarios listed. */
const MAX_SHOWN = 60;

function Scenarios({
  project,
  chosen,
  onChange,
}: {
  project: string;
  chosen: readonly string[];
  onChange: (labels: readonly string[]) => void;
}) {
  const [text, setText] = useState("");
  const scenarios = useAllScenarios(project);
  const all = scenarios.data ?? [];
  if (all.length === 0) return null;
  const found = all.filter(({ label, url }) => `${label} ${url}`.toLowerCase().includes(text.toLowerCase()));
  const shown = found.slice(0, MAX_SHOWN);
  return (
    <details className={styles.scenarios}>
      <summary>
        {chosen.length === 0 ? `All ${all.length} scenarios` : `${chosen.length} of ${all.length} scenarios`}
      </summary>
      <TextField
        label="Find a scenario"
        hiddenLabel
        type="search"
        placeholder="Find a scenario"
        value={text}
        onChange={setText}
      />
      <div className={styles.list}>
        {shown.map(({ label }) => (
          <Checkbox
            key={label}
            label={label}
            checked={chosen.includes(label)}
            onChange={(on) => onChange(toggled(chosen, label, on))}
          />
        ))}
        {found.length > shown.length && <p>{found.length - shown.length} more: search for their names.</p>}
      </div>
    </details>
  );
}
