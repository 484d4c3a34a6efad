// Links within the dashboard. Addresses come from `lib/paths.ts`.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { serviceUrl } from "../lib/base.ts";
import styles from "./Links.module.css";

type Search = Record<string, string | number | boolean | undefined>;
type Props = { to: string; search?: Search; children: ReactNode; className?: string; title?: string };

/** Keeps the environment and branch of the top bar, unless `search` sets others. */
const withScope = (search: Search | undefined) => (before: Search) => ({
  ...(before.environment ? { environment: before.environment } : {}),
  ...(before.branch ? { branch: before.branch } : {}),
  ...search,
});

/** Link in text or in a table. */
export function TextLink({ to, search, ...rest }: Props) {
  return <Link {...({ to, search: withScope(search), ...rest } as never as { to: "/" })} />;
}

/** Link that looks like a button. */
export function ButtonLink({ kind = "plain", ...rest }: Props & { kind?: "primary" | "plain" }) {
  return <TextLink {...rest} className={[styles.button, styles[kind]].join(" ")} />;
}

/** Sidebar link that marks the current page. */
export function NavLink({ to, exact, children }: { to: string; exact?: boolean; children: ReactNode }) {
  const props = {
    to,
    search: withScope(undefined),
    className: styles.nav,
    activeOptions: { exact: exact ?? false, includeSearch: false },
    activeProps: { "aria-current": "page" },
    children,
  };
  return <Link {...(props as never as { to: "/" })} />;
}

/** Link that downloads a file of the service, given its path. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={[styles.button, styles.plain].join(" ")} href={serviceUrl(href)} download>
      {children}
    </a>
  );
}

/** Link that opens a page or file of the service in a new tab, given its path. */
export function OpenLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      className={[styles.button, styles.plain].join(" ")}
      href={serviceUrl(href)}
      target="_blank"
      rel="noreferrer noopener"
    >
      {children}
    </a>
  );
}

/** External link: opens in a new tab and sends no referrer. */
export function OutLink({ href, children }: { href: string; children: ReactNode }) {
  // Text from a page or a ticket may contain any URL, so only these become links.
  if (!/^(?:https?:\/\/|\/)/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
