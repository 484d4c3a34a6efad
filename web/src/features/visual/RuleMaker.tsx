// A rule about an element: chosen by drawing a box on the picture, or by its selector; its effect is shown before it is kept.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { AppElements, AppRulePreview } from "../../../../api/endpoints/answers/app/review.ts";
import { Button } from "../../components/Button.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { Status } from "../../components/Status.tsx";
import { useToast } from "../../components/Toast.tsx";
import { callTool, get, post } from "../../lib/api.ts";
import { useCommands } from "../../lib/commands.tsx";
import { formatNumber, plural } from "../../lib/format.ts";
import type { Shot } from "./model.ts";
import styles from "./Review.module.css";
import { snap } from "./snap.ts";
import type { Box } from "./view.ts";
import { WideEffect } from "./WideEffect.tsx";
import { Place } from "./words.tsx";

const MODES = [
  { value: "ignore", label: "Ignore: differences are ignored" },
  { value: "dynamic", label: "Dynamic: text and images may change, position may not" },
  { value: "layout_only", label: "Layout: only position and size are compared" },
] as const;
type RuleMode = (typeof MODES)[number]["value"];

type Reach = "scenario" | "project" | "tag" | "path";
const REACHES = [
  { value: "scenario", label: "This scenario" },
  { value: "project", label: "All scenarios" },
  { value: "tag", label: "Scenarios with a tag" },
  { value: "path", label: "Scenarios at a path" },
];
const scopeOf = (reach: Reach, named: string): string | undefined => {
  if (reach === "scenario") return undefined;
  return reach === "project" ? reach : `${reach}:${named}`;
};

const REST_MS = 350;

type Props = {
  project: string;
  runId: string;
  shot: Shot;
  /** Drawn on the new picture. */
  drawn: Box | null;
  /** Selector to begin with: of the region that one looked at. */
  first: string;
  onRuled: (boxes: readonly Box[]) => void;
  onClose: () => void;
  onKept: () => void;
};

export function RuleMaker({ project, runId, shot, drawn, first, onRuled, onClose, onKept }: Props) {
  const toast = useToast();
  const [selector, setSelector] = useState(first);
  const [mode, setMode] = useState<RuleMode>("ignore");
  const [reach, setReach] = useState<Reach>("scenario");
  const [named, setNamed] = useState("");
  const scope = scopeOf(reach, named.trim());
  const [saving, setSaving] = useState(false);
  const elements = useQuery({
    queryKey: ["elements of a screenshot", shot.shotId],
    queryFn: ({ signal }) =>
      get("/api/app/shots/{shotId}/elements", { params: { shotId: shot.shotId }, query: { side: "test" }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const around = useMemo(
    () => (drawn && elements.data ? snap(elements.data.elements, drawn) : []),
    [drawn, elements.data],
  );
  useEffect(() => {
    if (around[0]) setSelector(around[0].selector);
  }, [around]);

  const rested = useRested(selector.trim(), REST_MS);
  const preview = useQuery({
    queryKey: ["effect of a rule", runId, shot.scenarioLabel, rested, mode],
    queryFn: ({ signal }) =>
      get("/api/app/runs/{runId}/rule-preview", {
        params: { runId },
        query: { scenarioLabel: shot.scenarioLabel, selector: rested, mode },
        signal,
      }),
    enabled: rested !== "",
    staleTime: 60_000,
  });
  const results = rested ? preview.data?.results : undefined;
  const boxes = results?.find(({ shotId }) => shotId === shot.shotId)?.boxes;
  const outlined = useMemo(() => {
    if (boxes && boxes.length > 0) return boxes;
    const found = elements.data?.elements.find((one) => one.selector === selector);
    return found ? [found.box] : [];
  }, [boxes, elements.data, selector]);
  useEffect(() => onRuled(outlined), [outlined, onRuled]);
  useEffect(() => () => onRuled([]), [onRuled]);

  const apply = async (kept: string) => {
    await callTool("create_comparison_rule", {
      project,
      scenarioLabel: shot.scenarioLabel,
      selector: selector.trim(),
      mode: kept,
      ...(scope === undefined ? {} : { scope }),
      confirm: true,
    });
    await post("/api/tests/recompare", { body: { project, runId } });
    onKept();
  };
  const keep = async () => {
    setSaving(true);
    try {
      await apply(mode);
      toast.say("Rule saved. The run is compared again.", () => void apply("full").catch(toast.failed));
      onClose();
    } catch (error) {
      toast.failed(error);
    } finally {
      setSaving(false);
    }
  };
  useCommands([
    { id: "rule-close", title: "Discard rule", group: "Visual review", keys: "Escape", run: onClose, keysOnly: true },
  ]);

  return (
    <form
      className={styles.rule}
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <h2>New rule for {shot.scenarioLabel}</h2>
      <p className={styles.quiet}>
        {elements.data?.known === false
          ? "No map of this page is stored. Enter a selector."
          : "Draw a box around an element on the new screenshot, click it, or enter its selector."}
      </p>
      {around.length > 1 && (
        <Select
          label="Element or ancestor"
          value={around.some((one) => one.selector === selector) ? selector : ""}
          onChange={setSelector}
          options={around.map((one) => ({ value: one.selector, label: labelOf(one) }))}
        />
      )}
      <TextField
        label="Selector"
        value={selector}
        onChange={setSelector}
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={({ key }) => key === "Escape" && onClose()}
      />
      <fieldset className={styles.choices}>
        <legend>Rule type</legend>
        {MODES.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="mode" checked={mode === value} onChange={() => setMode(value)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <Select label="Applies to" value={reach} onChange={(value) => setReach(value as Reach)} options={REACHES} />
      {(reach === "tag" || reach === "path") && (
        <TextField
          label={reach === "tag" ? "Tag" : "Path, such as /blog/*"}
          value={named}
          onChange={setNamed}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
        />
      )}
      {scope !== undefined && <WideEffect project={project} rule={{ scope, selector: rested, mode }} />}
      <section aria-live="polite" className={styles.effect}>
        <h3>Preview</h3>
        <Effect results={results} waiting={rested !== "" && preview.isPending} error={preview.error} />
      </section>
      <div className={styles.buttons}>
        <Button
          type="submit"
          kind="primary"
          busy={saving}
          disabled={rested === "" || (reach !== "scenario" && scope?.endsWith(":") === true)}
        >
          Save rule
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

const labelOf = ({ tag, selector, text, box }: AppElements["elements"][number]): string =>
  `${selector || tag}${text ? ` “${text.slice(0, 30)}”` : ""} (${Math.round(box.width)}×${Math.round(box.height)})`;

type Results = AppRulePreview["results"];

function Effect({ results, waiting, error }: { results: Results | undefined; waiting: boolean; error: unknown }) {
  if (error) return <p className={styles.refused}>{error instanceof Error ? error.message : String(error)}</p>;
  if (waiting) return <p className={styles.quiet}>Calculating …</p>;
  if (!results) return <p className={styles.quiet}>Choose an element first.</p>;
  const failing = results.filter(({ status }) => status === "failed");
  const pass = failing.filter(({ wouldPass }) => wouldPass === true);
  return (
    <>
      <p>
        {failing.length === 0
          ? "No screenshot of this scenario fails."
          : `${pass.length} of ${plural(failing.length, "failed screenshot")} would pass.`}
      </p>
      <ul className={styles.effects}>
        {results.map((one) => (
          <li key={one.shotId}>
            <Place {...one} />
            <span className={styles.quiet}>
              {percent(one.mismatchBefore)} → {percent(one.mismatchAfter)}
            </span>
            <Status {...outcomeOf(one)} />
            {one.why && <span className={styles.why}>{one.why}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

const percent = (value: number | null): string => (value === null ? "?" : `${formatNumber(value)} %`);

function outcomeOf({ wouldPass, matched }: Results[number]): { status: string; word: string } {
  if (matched === 0) return { status: "skipped", word: "Not found" };
  if (wouldPass === null) return { status: "inconclusive", word: "Known after a run" };
  return wouldPass ? { status: "passed", word: "Passes" } : { status: "failed", word: "Still fails" };
}

/** A value once it has stood still for a while. */
function useRested(value: string, ms: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
