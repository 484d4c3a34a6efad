// Command registry for keyboard shortcuts, the shortcut list (`?`) and the palette (Ctrl or ⌘ K).
import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { type Bound, COVERS, readPress } from "./keys.ts";
import { toast } from "./toast.ts";

export type Command = Bound & {
  id: string;
  title: string;
  /** Heading in the shortcut list and in the palette. */
  group: string;
  /** One key ("a", "A", "?"), a sequence ("g r"), or with Ctrl or ⌘ ("mod+k"). */
  keys?: string;
  /** A returned promise must last until the decision is saved, or until the dialog is open. */
  run: () => unknown;
  /** Whether it is hidden from the palette, because it only moves, such as "next". */
  keysOnly?: boolean;
  /** Whether it opens a dialog, which receives everything typed until it is open. */
  opens?: boolean;
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
    // The last added command wins its id and keys, so a screen's commands override the frame's.
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

/** Maximum time between the keys of a sequence such as "g r". */
const SEQUENCE_MS = 900;
/** Maximum time that keys are held back for a dialog that never opens. */
const OPENING_MS = 2_000;

/** Keys typed in a field are text, but with Ctrl or ⌘ they are commands. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select"));

const CAPS_LOCK = "Caps Lock is on: letters run no commands.";

/** Returns whether Enter inserts a new line. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea"));

export function CommandsProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(createRegistry, []);
  // A layout effect, so that shortcuts work as soon as the screen is visible.
  useLayoutEffect(() => listen(registry), [registry]);
  return <Context value={registry}>{children}</Context>;
}

/** Runs commands by their keys. Returns a function that stops. */
function listen(registry: Registry): () => void {
  let first: { key: string; at: number } | null = null;
  /** The key that ran a command, until it is released. */
  let down: string | null = null;
  const deciding = new Set<unknown>();
  const opening = new Set<unknown>();
  // Runs before all other handlers, so that a held key does not press anything twice or type into a dialog that its command opened.
  const onHeld = (event: KeyboardEvent) => {
    if (!event.repeat || (event.code !== down && (event.key !== "Enter" || isText(event.target)))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const reading = readPress(
      {
        key: event.key,
        mod: event.ctrlKey || event.metaKey,
        repeat: event.repeat,
        capsLock: event.getModifierState("CapsLock"),
      },
      {
        typing: isTyping(event.target),
        covered: opening.size > 0 || document.querySelector(COVERS) !== null,
        deciding: deciding.size > 0,
        before: first && event.timeStamp - first.at < SEQUENCE_MS ? first.key : null,
      },
      registry.list(),
    );
    first = reading.before ? { key: reading.before, at: event.timeStamp } : null;
    if (reading.keep) event.preventDefault();
    if (reading.capsLock) toast.say(CAPS_LOCK, undefined, "caps lock");
    const { command } = reading;
    if (!command) return;
    if (!command.held) down = event.code;
    const answer = command.run();
    if (command.decides) holdWhile(deciding, answer);
    if (command.opens) holdWhile(opening, Promise.race([Promise.resolve(answer).then(nextFrame), wait(OPENING_MS)]));
  };
  const onUp = ({ code }: KeyboardEvent) => {
    if (code === down) down = null;
  };
  const onAway = () => {
    down = null;
  };
  addEventListener("keydown", onHeld, { capture: true });
  addEventListener("keydown", onKey);
  addEventListener("keyup", onUp, { capture: true });
  addEventListener("blur", onAway);
  return () => {
    removeEventListener("keydown", onHeld, { capture: true });
    removeEventListener("keydown", onKey);
    removeEventListener("keyup", onUp, { capture: true });
    removeEventListener("blur", onAway);
  };
}

function holdWhile(held: Set<unknown>, answer: unknown): void {
  if (!(answer instanceof Promise)) return;
  held.add(answer);
  const done = () => held.delete(answer);
  answer.then(done, done);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits a frame, because a navigation reports before its changes are rendered. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const useRegistry = (): Registry => {
  const registry = useContext(Context);
  if (!registry) throw new Error("Commands need their provider.");
  return registry;
};

/** Registers commands while the component is mounted. They always run the newest closure. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  const newest = useRef(commands);
  newest.current = commands;
  const shape = commands.map(({ id, title, keys, group }) => `${id}|${title}|${keys}|${group}`).join("\n");
  useLayoutEffect(
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

/** Returns all commands that are currently registered. */
export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.watch, registry.list);
}
