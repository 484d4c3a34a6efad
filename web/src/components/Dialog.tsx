// Overlays: a dialog in the middle or a sheet at the side.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react";
import { COVER } from "../lib/keys.ts";
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

/** Returns whether a dialog stays open: always while it holds something, and with fields when the press was beside it, often by mistake. */
const staysOpen = (popup: HTMLElement | null, reason: string): boolean =>
  popup !== null &&
  (popup.querySelector("[data-holds-dialog]") !== null ||
    (reason === "outside-press" && popup.querySelector(FIELDS) !== null));

/**
 * Returns the element that gets the focus first: the first field, else the safe button, else the dialog itself. Never ✕ and never a
 * destructive button.
 */
const beginningOf = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>(FIELDS) ?? popup?.querySelector<HTMLElement>("[data-safe]") ?? popup;

function Over({ shape, title, open, onOpenChange, children }: Props & { shape: string }) {
  const popup = useRef<HTMLDivElement>(null);
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (!next && staysOpen(popup.current, details.reason)) details.cancel();
    else onOpenChange(next);
  };
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup ref={popup} className={shape} initialFocus={() => beginningOf(popup.current)} {...COVER}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label="Close">
              <X size={16} />
            </Base.Close>
          </header>
          <Body popup={popup} open={open}>
            {children}
          </Body>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type BodyProps = { popup: React.RefObject<HTMLDivElement | null>; open: boolean; children: ReactNode };

function Body({ popup, open, children }: BodyProps) {
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
    <div className={styles.body} onClickCapture={late} onKeyDownCapture={late} onSubmitCapture={late}>
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
  return <Over {...props} shape={styles.sheet ?? ""} />;
}
