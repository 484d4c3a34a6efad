// Files that should not be public, and how they begin, so that an error page with status 200 is not reported.
import type { Severity } from "../../audit/finding.ts";

export type Exposure = {
  /** Stable id. */
  id: string;
  path: string;
  severity: Severity;
  what: string;
  /** Returns what was recognized, or null if it is another file. `start`: beginning of the body as Latin-1, up to 4,096 characters. */
  recognise(start: string): string | null;
};

/** Returns `label` if the pattern matches. */
const when = (pattern: RegExp, label: string) => (start: string) => (pattern.test(start) ? label : null);

const begins = (magic: string, label: string) => (start: string) => (start.startsWith(magic) ? label : null);

export const EXPOSURES: readonly Exposure[] = [
  {
    id: "git-head",
    path: "/.git/HEAD",
    severity: "critical",
    what: "the repository of the site's source",
    recognise: when(/^(?:ref: refs\/[\w./-]{1,200}|[0-9a-f]{40}(?:[0-9a-f]{24})?)\s{0,4}$/, "a reference of git"),
  },
  {
    id: "env",
    path: "/.env",
    severity: "critical",
    what: "settings with passwords",
    recognise: environmentFile,
  },
  {
    id: "ds-store",
    path: "/.DS_Store",
    severity: "minor",
    recognise: begins("\0\0\0\u0001Bud1", "an index of a folder by macOS"),
    what: "a list of the files of the folder",
  },
  {
    id: "svn",
    path: "/.svn/wc.db",
    severity: "critical",
    what: "the working copy of the site's source",
    recognise: begins("SQLite format 3\0", "a database of SQLite"),
  },
  {
    id: "hg",
    path: "/.hg/requires",
    severity: "critical",
    what: "the repository of the site's source",
    recognise: when(/^(?:[\w.-]{1,60}\r?\n){0,20}(?:revlogv1|store|dotencode)\r?\n/, "requirements of Mercurial"),
  },
  {
    id: "htpasswd",
    path: "/.htpasswd",
    severity: "critical",
    what: "names and hashes of passwords",
    recognise: when(/^[\w.@-]{1,64}:(?:\$(?:apr1|2[aby]|5|6)\$|\{SHA\})/, "names with hashes of passwords"),
  },
  {
    id: "wp-config",
    path: "/wp-config.php.bak",
    severity: "critical",
    what: "settings of WordPress with passwords",
    recognise: (start) => (start.startsWith("<?php") && start.includes("DB_") ? "settings of WordPress" : null),
  },
  {
    id: "backup-zip",
    path: "/backup.zip",
    severity: "serious",
    what: "a backup",
    recognise: begins("PK\u0003\u0004", "a zip archive"),
  },
  { id: "backup-sql", path: "/backup.sql", severity: "critical", what: "a dump of a database", recognise: sqlDump },
  { id: "dump-sql", path: "/dump.sql", severity: "critical", what: "a dump of a database", recognise: sqlDump },
];

export const SOURCE_MAP = {
  id: "source-map",
  /** `text` may be truncated. A map without sources reveals only names and is not reported. */
  recognise(text: string): string | null {
    const start = text
      .slice(0, 4_096)
      .trimStart()
      .replace(/^\)\]\}'?\s{0,4}/, "");
    if (!start.startsWith("{")) return null;
    return /"version"\s{0,4}:\s{0,4}3\b/.test(text) && /"sourcesContent"\s{0,4}:\s{0,4}\[\s{0,4}"/.test(text)
      ? "a source map with sources"
      : null;
  },
} as const;

/** Recognizes an environment file: each of its first lines is a setting, a comment or empty, and at least one is a setting. */
function environmentFile(start: string): string | null {
  const lines = start.split(/\r?\n/).slice(0, 20);
  // The last line may be truncated.
  if (start.length >= 4_096) lines.pop();
  const settings = lines.filter((line) => /^(?:export )?[A-Z_][A-Z0-9_]{1,80}\s?=/.test(line));
  const others = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return settings.length > 0 && settings.length === others.length ? "lines of the form NAME=value" : null;
}

function sqlDump(start: string): string | null {
  if (/^\s{0,20}</.test(start)) return null;
  return /^-- (?:MySQL|MariaDB|PostgreSQL|phpMyAdmin)/m.test(start) || /^(?:CREATE TABLE|INSERT INTO) /m.test(start)
    ? "statements of SQL"
    : null;
}
