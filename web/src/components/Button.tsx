// Buttons. Each view has at most one primary button.
import type { ButtonHTMLAttributes, Ref } from "react";
import styles from "./Button.module.css";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: "primary" | "plain" | "danger" | "ghost";
  size?: "normal" | "small";
  ref?: Ref<HTMLButtonElement>;
  /** Whether an action is in progress, which disables the button. */
  busy?: boolean;
};

export function Button({ kind = "plain", size = "normal", busy, disabled, className, ...rest }: ButtonProps) {
  const names = [styles.button, styles[kind], size === "small" && styles.small, className];
  return (
    <button
      type="button"
      className={names.filter(Boolean).join(" ")}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    />
  );
}
