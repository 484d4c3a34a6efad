// Command palette: searches pages and runs commands.
import { Dialog as Base } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Keys } from "../components/Keys.tsx";
import { get } from "../lib/api.ts";
import { useAllCommands } from "../lib/commands.tsx";
import { COVER } from "../lib/keys.ts";
import { addressOfFound } from "./found.ts";
import styles from "./Palette.module.css";

type Row = {
  key: string;
  group: string;
  title: string;
  note?: string;
  keys?: string;
  run: () => void;
  /** Whether it was found for the text before. */
  old?: boolean;
};

type Props = { open: boolean; onOpenChange: (open: boolean) => void; project: string };

export function Palette({ open, onOpenChange, project }: Props) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={styles.popup} {...COVER} aria-label="Search and commands">
          {open && <Search project={project} close={() => onOpenChange(false)} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Focuses the field immediately. Base UI does so one frame later, and anything typed until then would be lost. */
const focusNow = (field: HTMLElement | null) => queueMicrotask(() => field?.focus());

function Search({ project, close }: { project: string; close: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  /** Whether Enter was pressed before the results of the text were there. */
  const [entered, setEntered] = useState(false);
  const { rows, none, reading } = useRows(text.trim(), project);
  const list = useId();
  const navigateTo = (row: Row | undefined) => {
    if (!row) return;
    close();
    row.run();
  };
  const current = Math.min(chosen, rows.length - 1);
  const shown = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // `void`, because in some browsers `scrollIntoView` returns a promise, which an effect must not return.
    void shown.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  useEffect(() => {
    if (!entered || reading) return;
    setEntered(false);
    navigateTo(rows[current]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys also choose and confirm what an input method composes.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((current + step + rows.length) % Math.max(1, rows.length));
    else if (event.key === "Enter" && reading && (rows[current]?.old ?? true)) setEntered(true);
    else if (event.key === "Enter") navigateTo(rows[current]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={focusNow}
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={rows[current] ? `${list}-${current}` : undefined}
        aria-label="Search projects, runs, scenarios, features, settings and commands"
        placeholder="Go to a project, run, scenario, setting … or run a command"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={styles.list} id={list} role="listbox" aria-label="Results">
        {rows.map((row, at) => (
          <li
            key={row.key}
            ref={at === current ? shown : undefined}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === current}
            className={styles.row}
            onMouseMove={() => setChosen(at)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => navigateTo(row)}
            onKeyDown={() => {}}
          >
            <span className={styles.group}>{row.group}</span>
            <span className={styles.title}>{row.title}</span>
            {row.note && <span className={styles.note}>{row.note}</span>}
            {row.keys && <Keys keys={row.keys} />}
          </li>
        ))}
      </ul>
      {rows.length === 0 && (
        <p className={styles.none} role="status">
          {none}
        </p>
      )}
    </>
  );
}

/**
 * Returns the commands that match the typed words, followed by the search results of the service. `none`: why there are no rows.
 * `reading`: whether the results of the text are still to come.
 */
function useRows(text: string, project: string): { rows: Row[]; none: string; reading: boolean } {
  const navigate = useNavigate();
  const commands = useAllCommands();
  const found = useQuery({
    queryKey: ["search", project, text],
    queryFn: async ({ signal }) => {
      const query = { q: text, project: project || undefined };
      return { text, ...(await get("/api/app/search", { signal, query })) };
    },
    enabled: text.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 20_000,
  });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const ours = commands
    .filter(({ keysOnly }) => !keysOnly)
    .filter(({ title, group }) => words.every((word) => `${group} ${title}`.toLowerCase().includes(word)))
    .map(({ id, title, group, keys, run }) => ({ key: id, group, title, keys, run }));
  const theirs = text.length < 2 ? [] : (found.data?.results ?? []);
  const rows = [
    ...ours.slice(0, text ? 8 : 30),
    ...theirs
      .map((found) => ({ ...found, to: addressOfFound(found) }))
      .filter(({ to }) => to !== null)
      .map(({ kind, id, title, subtitle, project: of, to }) => ({
        key: `${kind} ${of} ${id}`,
        group: kind,
        title,
        note: of && of !== project && kind !== "project" ? `${of}, ${subtitle}` : subtitle,
        run: () => void navigate({ to } as never),
        old: found.isPlaceholderData,
      })),
  ];
  const reading = text.length >= 2 && (found.isPending || found.isPlaceholderData);
  // Each sentence stays until the next answer, because it is also read aloud.
  const answered = text.length < 2 ? text : found.data?.text;
  const none = answered === undefined ? "Searching …" : `No results for “${answered}”.`;
  return { rows, reading, none: found.error?.message ?? none };
}
