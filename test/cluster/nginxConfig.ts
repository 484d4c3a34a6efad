// The operators' deploy/nginx.conf, with the addresses of a test and without a certificate.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const OPERATORS = fileURLToPath(new URL("../../deploy/nginx.conf", import.meta.url));

/** Replacements made for a test; each pattern must occur. */
function changes(apis: readonly string[]): [RegExp, string][] {
  return [
    [/server 10\.0\.0\.11:4400/, `server ${apis[0]}`],
    [/server 10\.0\.0\.12:4400/, `server ${apis[1]}`],
    [/listen 443 ssl;/, "listen 80;"],
    [/ +server_name .*\n/, ""],
    [/ +ssl_certificate .*\n/, ""],
    [/ +ssl_certificate_key .*\n/, ""],
    // The test's own logs contain more.
    [/ +access_log .*\n/, ""],
    [/ +error_log .*\n/, ""],
  ];
}

/** Returns the file for conf.d. `apis`: host:port of the two APIs. */
export function siteConfig(apis: readonly string[]): string {
  let text = readFileSync(OPERATORS, "utf8");
  for (const [from, to] of changes(apis)) {
    if (!from.test(text)) throw new Error(`deploy/nginx.conf has nothing like ${from}`);
    text = text.replace(from, to);
  }
  return text;
}

/** Returns the main configuration as a distribution ships it; nginx writes everything below `folder`. */
export function mainConfig(folder: string): string {
  return `user root;
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
    log_format answers '$msec $request_method $uri $status [$upstream_addr] [$upstream_status] $request_time "$http_user_agent"';
    access_log ${folder}/access.log answers;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    include ${folder}/site.conf;
}
`;
}
