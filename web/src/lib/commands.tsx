// One registry of commands: it feeds the keys, the sheet of keys (`?`) and the palette (Ctrl or ⌘ K).
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from "react";

export type Command = {
  id: string;
  title: string;
  /** Heading that it stands under in the sheet and in the palette. */
  group: string;
  /** One key ("a", "A", "?"), keys after each other ("g r"), or with Ctrl or ⌘ ("mod+k"). */
  keys?: string;
  run: () => void;
  /** Kept out of the palette: pure movements such as "next". */
  keysOnly?: boolean;
};

type Registry = {
  add(commands: readonly Command[]): () => void;
  list(): readonly Command[];
  watch(listener: () => void): () => void;
};

function createRegistry(): Registry {
  let layers: (readonly Command[])[] = [];
  let all: readonly Command[] = [];
  const listeners = new Set<() => void>();
  const changed = () => {
    // What was added last wins its id and its keys: a screen's own commands before the frame's.
    const seen = new Set<string>();
    all = layers.toReversed().flatMap((layer) => layer.filter(({ id }) => !seen.has(id) && seen.add(id)));
    for (const listener of listeners) listener();
  };
  return {
    add(commands) {
      layers = [...layers, commands];
      changed();
      return () => {
        layers = layers.filter((layer) => layer !== commands);
        changed();
      };
    },
    list: () => all,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const Context = createContext<Registry | null>(null);

/** How long the second key of "g r" may take. */
const SEQUENCE_MS = 900;

/** Keys typed into a field are text; with Ctrl or ⌘ they are still commands. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select"));

export function CommandsProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(createRegistry, []);
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      if (isTyping(event.target) && !mod) return;
      // A dialog keeps the keys to itself, but for those of the palette.
      if (!mod && document.querySelector("[role=dialog][data-open], [role=alertdialog][data-open]")) return;
      const pressed = mod ? `mod+${event.key.toLowerCase()}` : event.key;
      const after = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${pressed}` : null;
      const commands = registry.list();
      const found = commands.find(({ keys }) => keys === after) ?? commands.find(({ keys }) => keys === pressed);
      first =
        !found && commands.some(({ keys }) => keys?.startsWith(`${pressed} `))
          ? { key: pressed, at: event.timeStamp }
          : null;
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [registry]);
  return <Context value={registry}>{children}</Context>;
}

const useRegistry = (): Registry => {
  const registry = useContext(Context);
  if (!registry) throw new Error("Commands need their provider.");
  return registry;
};

/** Registers commands for as long as the component is shown. What they run is always the newest closure. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  const newest = useRef(commands);
  newest.current = commands;
  const shape = commands.map(({ id, title, keys, group }) => `${id}|${title}|${keys}|${group}`).join("\n");
  useEffect(
    () =>
      registry.add(
        newest.current.map((command) => ({
          ...command,
          run: () => newest.current.find(({ id }) => id === command.id)?.run(),
        })),
      ),
    [registry, shape],
  );
}

/** All commands of this moment. */
export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.watch, registry.list);
}
