// Overlays: a dialog in the middle or a sheet at the side.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { COVER, SAFE } from "../lib/keys.ts";
import { type Entries, hasUnsaved, useLeaving, useUnsaved } from "../lib/unsaved.ts";
import { Button } from "./Button.tsx";
import styles from "./Dialog.module.css";

type Props = {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
  /** `full`: as large as the window allows. */
  wide?: boolean | "full";
};

const FIELDS =
  "input:not([type=hidden], [readonly], :disabled), select:not(:disabled), textarea:not([readonly], :disabled)";

/** Attributes of content that must not be lost, such as a secret that is shown once: its dialog is closed by its own button only. */
export const HOLDS_DIALOG = { "data-holds-dialog": "" } as const;

/** Attribute of a form that differs from what is stored in more than its fields show, such as by a removed one. */
export const CHANGED = { "data-changed": "" } as const;

/** Attribute around fields whose text is no loss, such as the name that confirms a deletion. */
export const NO_LOSS = { "data-no-loss": "" } as const;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** What each field held before the person used it. */
const before = new WeakMap<Field, string>();
/** Fields that the person used. Others change when somebody else saves. */
const used = new WeakSet<Field>();
const textOf = (field: Field): string =>
  field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type) ? `${field.checked}` : field.value;
const remember = (fields: Iterable<Field>): void => {
  for (const field of fields) if (!before.has(field)) before.set(field, textOf(field));
};
/** A press in a list or a calendar of the form, which is elsewhere in the page, may change any field. */
const press = ({ currentTarget, target }: SyntheticEvent): void => {
  const fields = [...currentTarget.querySelectorAll<Field>(FIELDS)];
  const pressed = target as Element;
  if (!currentTarget.contains(pressed)) {
    remember(fields);
    for (const field of fields) used.add(field);
  } else if (pressed.closest("[data-starts-over]"))
    for (const field of fields) {
      before.delete(field);
      used.delete(field);
    }
};

const holds = (popup: HTMLElement): boolean => popup.querySelector("[data-holds-dialog]") !== null;

const isEntered = (field: Field): boolean =>
  used.has(field) &&
  (before.get(field) ?? textOf(field)) !== textOf(field) &&
  !field.matches("[type=search], [data-no-loss] *");

/** Returns what closing a dialog would lose: what it holds, or what the person entered. */
function entriesOf(popup: HTMLElement): Entries {
  if (holds(popup)) return "changed";
  if (!popup.querySelector("[data-changed]") && ![...popup.querySelectorAll<Field>(FIELDS)].some(isEntered))
    return null;
  return popup.querySelector("[aria-busy]") ? "sending" : "changed";
}

/** All open dialogs except `LeaveQuestion`; the last one is on top. */
const openDialogs = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-asks][data-open]")];

/** Returns whether a dialog stays open: always while it holds something, and with fields when the press was beside it, often by mistake. */
const staysOpen = (popup: HTMLElement | null, reason: string): boolean =>
  popup !== null && (holds(popup) || (reason === "outside-press" && popup.querySelector(FIELDS) !== null));

/**
 * Returns the element that gets the focus first: the first field, else the safe button, else the dialog itself. Never ✕ and never a
 * destructive button.
 */
const beginningOf = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>(FIELDS) ?? popup?.querySelector<HTMLElement>("[data-safe]") ?? popup;

/** `asks`: false for the question itself, which must not ask again about what it asks. */
type OverProps = Props & { shape: string | undefined; asks?: boolean };

function Over({ shape, asks = true, title, open, onOpenChange, children }: OverProps) {
  const popup = useRef<HTMLDivElement>(null);
  const [isClosing, setClosing] = useState(false);
  if (isClosing && !open) setClosing(false);
  // The dialog on top asks for the whole page, because nobody sees a question below it.
  const leaving = useLeaving(() => openDialogs().at(-1) === popup.current && hasUnsaved(), open);
  useUnsaved(() => (open && popup.current ? entriesOf(popup.current) : null));
  const isAsking = isClosing || leaving.isAsked;
  const stay = () => {
    setClosing(false);
    leaving.answer(false);
  };
  const keep = () => {
    stay();
    if (place instanceof HTMLElement) place.focus();
  };
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (next) return onOpenChange(true);
    const isHeld = details.event instanceof KeyboardEvent && details.event.repeat;
    if (staysOpen(popup.current, details.reason)) details.cancel();
    else if (isAsking && details.reason === "escape-key") {
      details.cancel();
      if (!isHeld) keep();
    } else if (popup.current && entriesOf(popup.current) === "changed") {
      details.cancel();
      setClosing(true);
    } else {
      stay();
      onOpenChange(false);
    }
  };
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup
          ref={popup}
          className={shape}
          initialFocus={() => beginningOf(popup.current)}
          onKeyDownCapture={ignoreHeldEnter}
          data-asks={asks || undefined}
          {...COVER}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label="Close">
              <X size={16} />
            </Base.Close>
          </header>
          <Body popup={popup} open={open} onUse={stay}>
            {children}
          </Body>
          {isAsking && (
            <Question onDiscard={() => (leaving.isAsked ? leaving.answer(true) : onOpenChange(false))} onKeep={keep} />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A held Enter presses only once, also if it opened the dialog. In a text of several lines it writes lines. */
const ignoreHeldEnter = (event: KeyboardEvent): void => {
  if (event.key === "Enter" && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
};

const QUESTION = "Discard your changes?";
/** Where the person was when the question came. */
let place: Element | null = null;
const focused = (button: HTMLButtonElement | null): void => {
  if (button) place = document.activeElement;
  button?.focus();
};

type AnswersProps = { onDiscard: () => void; onKeep: () => void };
function Question({ onDiscard, onKeep }: AnswersProps) {
  return (
    <section role="alertdialog" aria-label={QUESTION} className={styles.question}>
      <p>{QUESTION}</p>
      <Answers onDiscard={onDiscard} onKeep={onKeep} />
    </section>
  );
}

const Answers = ({ onDiscard, onKeep }: AnswersProps) => (
  <>
    <Button kind="danger" onClick={onDiscard}>
      Discard
    </Button>
    <Button ref={focused} onClick={onKeep} {...SAFE}>
      Keep editing
    </Button>
  </>
);

const isPageLost = (staysHere: boolean): boolean => !staysHere && openDialogs().length === 0 && hasUnsaved();

/** Asks before a link, Back or another page of the browser loses a form of the page. Rendered by the frame. */
export function LeaveQuestion({ isLost = isPageLost }: { isLost?: (staysHere: boolean) => boolean }) {
  const { isAsked, answer } = useLeaving(isLost);
  return (
    <Over shape={styles.dialog} asks={false} title={QUESTION} open={isAsked} onOpenChange={() => answer(false)}>
      <div className="row">
        <Answers onDiscard={() => answer(true)} onKeep={() => answer(false)} />
      </div>
    </Over>
  );
}

/** Closes its dialog as ✕ does. */
export const Cancel = () => <Base.Close render={<Button />}>Cancel</Base.Close>;

/** `onUse`: the person goes on in a field. */
type BodyProps = {
  popup: React.RefObject<HTMLDivElement | null>;
  open: boolean;
  onUse: () => void;
  children: ReactNode;
};

function Body({ popup, open, onUse, children }: BodyProps) {
  // Base UI moves the focus one frame later, and anything typed until then would be lost.
  useLayoutEffect(() => {
    if (open) queueMicrotask(() => beginningOf(popup.current)?.focus({ preventScroll: true }));
  }, [open, popup]);
  // Moves the focus to a field that appears only after data has loaded.
  useEffect(() => {
    const dialog = popup.current;
    if (!dialog || !open) return;
    const watch = new MutationObserver(() => {
      if (document.activeElement === dialog) beginningOf(dialog)?.focus({ preventScroll: true });
    });
    watch.observe(dialog, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [open, popup]);
  // Ignores input while the dialog closes, so that a second press has no effect.
  const late = (event: SyntheticEvent) => {
    if (open) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={styles.body}
      onClickCapture={(event) => {
        late(event);
        press(event);
      }}
      onKeyDownCapture={(event) => {
        late(event);
        // Arrow keys and Enter choose an option without any input.
        if ((event.target as Element).matches("[role=combobox]")) used.add(event.target as Field);
      }}
      onInputCapture={({ target }) => used.add(target as Field)}
      onSubmitCapture={late}
      onPointerDownCapture={({ currentTarget }) => remember(currentTarget.querySelectorAll<Field>(FIELDS))}
      onFocusCapture={({ target }) => {
        if (target.matches(FIELDS)) remember([target as unknown as Field]);
        onUse();
      }}
    >
      {children}
    </div>
  );
}

export function Dialog(props: Props) {
  return (
    <Over
      {...props}
      shape={[styles.dialog, props.wide && styles.wide, props.wide === "full" && styles.full].filter(Boolean).join(" ")}
    />
  );
}

export function Sheet(props: Props) {
  return <Over {...props} shape={styles.sheet} />;
}
