import { type Check, failed, warning } from "../../../audit/finding.ts";
import type { SecuritySite, SitePage } from "../gathered.ts";
import { documentHop, headerOf } from "../headers.ts";
import { overPages, type Remark } from "../overPages.ts";

const NAMES = ["Server", "X-Powered-By", "X-AspNet-Version", "X-AspNetMvc-Version", "X-Generator"];

export const serverVersion: Check<SecuritySite> = {
  rule: "server-version",
  severity: "minor",
  title: "Responses do not reveal the server version.",
  fault: "Response headers reveal server software",
  help: "Turn off the version in the server's settings (ServerTokens Prod, server_tokens off, expose_php = Off), and remove X-Powered-By.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => documentHop(page) !== undefined),
      (page) => NAMES.flatMap((name) => judge(page, name)),
      { good: "No response reveals a version.", none: "No answer with headers was seen." },
    ),
};

function judge(page: SitePage, name: string): Remark[] {
  const value = headerOf(page, name.toLowerCase())?.slice(0, 100);
  if (value === undefined || value.trim() === "") return [];
  // Matches a product with a version, such as nginx/1.24 or PHP/8.2, or a bare number.
  if (/(?:^|[/ v(])\d{1,5}(?:\.\d|[.\s);,]|$)/i.test(value))
    return [failed(`The header ${name} reveals the version: ${value}`, name, { evidence: { value } })];
  // Most servers send their product name in Server, which reveals little.
  return name === "X-Powered-By"
    ? [
        warning(`The header ${name} reveals what the site is built with: ${value}`, name, {
          severity: "info",
          evidence: { value },
        }),
      ]
    : [];
}
