// Shows a keyboard shortcut in readable form: "g r", "Ctrl K".
import styles from "./Keys.module.css";

const WORDS: Record<string, string> = {
  mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  " ": "Space",
};

export function Keys({ keys }: { keys: string }) {
  const parts = keys === " " ? [" "] : keys.split(/[ ]|(?<=mod)\+/);
  return (
    <span className={styles.keys}>
      {parts.map((part, at) => (
        <kbd key={`${at} ${part}`}>{WORDS[part] ?? (keys.startsWith("mod+") ? part.toUpperCase() : part)}</kbd>
      ))}
    </span>
  );
}
