// One registry of commands: it feeds the keys, the sheet of keys (`?`) and the palette (Ctrl or ⌘ K).
import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { useToast } from "../components/Toast.tsx";
import { type Bound, COVERS, readPress } from "./keys.ts";

export type Command = Bound & {
  id: string;
  title: string;
  /** Heading that it stands under in the sheet and in the palette. */
  group: string;
  /** One key ("a", "A", "?"), keys after each other ("g r"), or with Ctrl or ⌘ ("mod+k"). */
  keys?: string;
  /** A promise of one that decides lasts until it is answered; of one that opens a dialog, until it is there. */
  run: () => unknown;
  /** Kept out of the palette: pure movements such as "next". */
  keysOnly?: boolean;
  /** A dialog comes: what is typed until it is there is meant for it. */
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
/** A dialog that never comes takes the keys for so long at most. */
const OPENING_MS = 2_000;

/** Keys typed into a field are text; with Ctrl or ⌘ they are still commands. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select"));

const CAPS_LOCK = "Caps Lock is on: letters run no commands.";

/** Where Enter is a new line. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea"));

export function CommandsProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(createRegistry, []);
  const toast = useToast();
  const tell = useRef(toast.say);
  tell.current = toast.say;
  // With what they work on, not a moment after it: who sees a screen presses its keys.
  useLayoutEffect(() => listen(registry, () => tell.current(CAPS_LOCK, undefined, "caps lock")), [registry]);
  return <Context value={registry}>{children}</Context>;
}

/** Runs the commands of the registry by their keys. Answers how to stop. */
function listen(registry: Registry, onCapsLock: () => void): () => void {
  let first: { key: string; at: number } | null = null;
  /** The key that ran a command, until it is let go. */
  let down: string | null = null;
  const deciding = new Set<unknown>();
  const opening = new Set<unknown>();
  // Before anybody else: a key that is held presses nothing twice, and types nothing into a dialog that its command opened.
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
    if (reading.capsLock) onCapsLock();
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
/** What a change of the address shows is drawn after it is told. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

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

/** All commands of this moment. */
export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.watch, registry.list);
}
