// Creates a rule for an element, selected by drawing a box on the picture or by its selector. Its effect is shown before saving.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { AppElements } from "../../../../api/endpoints/answers/app/review.ts";
import { Button } from "../../components/Button.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { callTool, get, post, remove } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { useCommands } from "../../lib/commands.tsx";
import { toast } from "../../lib/toast.ts";
import { useEach } from "../../lib/useEach.ts";
import { ElsewhereToo } from "./ElsewhereToo.tsx";
import type { Shot } from "./model.ts";
import styles from "./Review.module.css";
import { RuleEffect } from "./RuleEffect.tsx";
import { type Reach, RuleReach, scopeOf } from "./RuleReach.tsx";
import { type FirstRule, MODES, modeOf } from "./ruleModes.ts";
import { snap } from "./snap.ts";
import type { Box } from "./view.ts";
import { useWideEffect, WideEffect } from "./WideEffect.tsx";

const REST_MS = 350;

type Props = {
  project: string;
  runId: string;
  shot: Shot;
  /** Box drawn on the new picture. */
  drawn: Box | null;
  /** Initial values: from the selected region, or from a suggested rule. */
  first: FirstRule;
  onRuled: (boxes: readonly Box[]) => void;
  onClose: () => void;
  onKept: () => void;
};

export function RuleMaker({ project, runId, shot, drawn, first, onRuled, onClose, onKept }: Props) {
  const [selector, setSelector] = useState(first.selector);
  const [mode, setMode] = useState(() => modeOf(first));
  const [reach, setReach] = useState<Reach>({ kind: "scenario", named: "" });
  const queries = useQueryClient();
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
  useEach(around, () => {
    if (around[0]) setSelector(around[0].selector);
  });

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
  const scope = useRested(scopeOf(reach), REST_MS);
  const wide = useWideEffect(project, { scope, selector: rested, mode, scenarioLabel: shot.scenarioLabel });
  // Whether the shown counts belong to the rule that would be saved.
  const isShown = selector.trim() === rested && scopeOf(reach) === scope && (scope === null || wide.isSuccess);
  const results = rested ? preview.data?.results : undefined;
  const boxes = results?.find(({ shotId }) => shotId === shot.shotId)?.boxes;
  const outlined = useMemo(() => {
    if (boxes && boxes.length > 0) return boxes;
    const found = elements.data?.elements.find((one) => one.selector === selector);
    return found ? [found.box] : [];
  }, [boxes, elements.data, selector]);
  useEffect(() => onRuled(outlined), [outlined, onRuled]);
  useEffect(() => () => onRuled([]), [onRuled]);

  const compareAgain = async () => {
    await post("/api/tests/recompare", { body: { project, runId } });
    onKept();
  };
  const place = { scenarioLabel: shot.scenarioLabel, selector: rested };
  /** Returns the current mode of this element on this scenario; "full" if there is no rule. */
  const ownMode = async (): Promise<string> => {
    const { rules } = await get("/api/app/projects/{slug}/rules", { params: { slug: project } });
    const isOwn = (rule: (typeof rules)[number]) =>
      rule.kind === "comparisonRule" && rule.scenarioLabel === place.scenarioLabel && rule.selector === place.selector;
    return rules.find(isOwn)?.value ?? "full";
  };
  const setOwn = async (kept: string) => {
    await callTool("create_comparison_rule", { project, ...place, mode: kept, confirm: true });
    await compareAgain();
  };
  /** Saves the rule and returns a function that restores the previous mode. */
  const replaceOwn = async (): Promise<() => Promise<void>> => {
    const before = await ownMode();
    await setOwn(mode);
    return () => setOwn(before);
  };
  /** Saves the rule and returns a function that restores the previous value, unless somebody else has changed it since. */
  const setWide = async (scope: string): Promise<() => Promise<void>> => {
    const params = { slug: project };
    const rule = { ...place, scope, kind: "mode" as const };
    const set = (value: string, before: string | null) =>
      post("/api/app/projects/{slug}/rules", { params, body: { ...rule, value, before } });
    const { id, before } = await set(mode, wide.data?.before ?? null);
    await compareAgain();
    return async () => {
      if (before !== null) await set(before, mode);
      else if (id !== null)
        await remove("/api/app/projects/{slug}/rules/{ruleId}", {
          params: { ...params, ruleId: id },
          query: { before: mode },
        });
      await compareAgain();
    };
  };
  const keep = useSend({
    mutationFn: () => (scope === null ? replaceOwn() : setWide(scope)),
    onSuccess: (undo) => {
      toast.say("Rule saved. The run is compared again.", () => void undo().catch(toast.failed));
      onClose();
    },
    onError: toast.failed,
    onSettled: () => {
      for (const queryKey of [["rules"], ["effect of a wide rule"]]) void queries.invalidateQueries({ queryKey });
    },
  });
  // Puts the focus on the first field, so that keyboard users continue there. Typing replaces the selector that it starts with.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>("select, input");
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, []);
  useCommands([
    { id: "rule-close", title: "Discard rule", group: "Visual review", keys: "Escape", run: onClose, keysOnly: true },
  ]);

  return (
    <form
      ref={form}
      className={styles.rule}
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate();
      }}
    >
      <h2>New rule for {reach.kind === "scenario" ? shot.scenarioLabel : "several scenarios"}</h2>
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
      <RuleReach reach={reach} url={shot.url} onReach={setReach} />
      {reach.kind === "scenario" && (
        <ElsewhereToo runId={runId} selector={rested} onAll={() => setReach({ kind: "project", named: "" })} />
      )}
      <section aria-live="polite" className={styles.effect}>
        <h3>Preview</h3>
        {scope !== null && (
          <>
            <WideEffect effect={wide} mode={mode} />
            <h3>{shot.scenarioLabel}</h3>
          </>
        )}
        <RuleEffect results={results} waiting={rested !== "" && preview.isPending} error={preview.error} />
      </section>
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" busy={keep.isPending} disabled={rested === "" || !isShown}>
          Save rule
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

const labelOf = ({ tag, selector, text, box }: AppElements["elements"][number]): string =>
  `${selector || tag}${text ? ` “${text.slice(0, 30)}”` : ""} (${Math.round(box.width)}×${Math.round(box.height)})`;

/** Returns the value once it has been unchanged for `ms` milliseconds. */
function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
