/** Arguments of every Chromium the service starts, regardless of what drives it. */
export const CHROMIUM_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
] as const;
