// Light or dark theme: follows the system unless the person chose one.
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = "plumbline.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => applyTheme());
const watchers = new Set<() => void>();

/** For `useSyncExternalStore`. */
export function watchTheme(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEPT_AS);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEPT_AS, theme);
  applyTheme();
  for (const watcher of watchers) watcher();
}

export function applyTheme(): void {
  const theme = chosenTheme();
  document.documentElement.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
}
